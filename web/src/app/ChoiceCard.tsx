// The open choice before a move, beside the square or pin in question: the rider's landing, or the promotion.
import type { ReadonlySignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { restoreFocus } from "../board/map/focus";
import { PieceIcon } from "../board/map/pieces";
import type { Choice } from "../board/choice";
import type { Rect, SceneHandle } from "../board/sceneContract";
import type { Store } from "../board/store";
import { squareText } from "../board/statusText";
import { text } from "../text";
import type { Page } from "../ui/page";
import { placeBeside } from "../ui/placeBeside";
import { IconButton } from "../ui/Button";

export type PressedView = "map" | "scene";

interface CardProps {
  readonly page: Page;
  readonly store: Store;
  readonly scene: ReadonlySignal<SceneHandle | null>;
  /** The view that was pressed last. */
  readonly pressed: RefObject<PressedView>;
}

export function ChoiceCard(props: CardProps) {
  const choice = props.store.choice.value;
  return choice && <Card key={keyOf(choice)} choice={choice} {...props} />;
}

function Card({ choice, store, scene, pressed }: CardProps & { choice: Choice }) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = card.current;
    const views = element?.parentElement;
    if (!element || !views) return;
    const place = (): void => moveBeside(element, views, askedAbout(views, choice, pressed.current, scene.peek()));
    const observer = new ResizeObserver(place);
    observer.observe(views);
    place();
    element.querySelector<HTMLElement>(".choice-answers button")?.focus({ preventScroll: true });
    return () => {
      observer.disconnect();
      if (before instanceof HTMLElement) restoreFocus(before);
    };
  }, []);
  const words = text.page.choice;
  const forced = choice.kind === "promotion" && choice.forced;
  const title =
    choice.kind === "landing"
      ? words.landing(choice.from, choice.to)
      : forced
        ? words.mustPromote(squareText(store.index, choice.square ?? ""))
        : words.promote;
  return (
    <div ref={card} class={`choice-card choice-${choice.kind}`} role="dialog" aria-label={title}>
      <p>{title}</p>
      <div class="choice-answers">
        {choice.kind === "landing" ? (
          <Landings choice={choice} store={store} />
        ) : (
          <Promotions choice={choice} store={store} />
        )}
      </div>
      {!forced && (
        <IconButton
          icon="close"
          label={text.page.cancel}
          class="quiet choice-cancel"
          title={text.page.cancel}
          onClick={() => store.deselect()}
        />
      )}
    </div>
  );
}

/** Where the squares or the pin in question are on the screen: in the view that was pressed, if it shows them. */
function askedAbout(
  views: HTMLElement,
  choice: Choice,
  pressed: PressedView | null,
  scene: SceneHandle | null,
): Rect | null {
  const squares = choice.kind === "landing" ? choice.landings.map(({ square }) => square) : [choice.to];
  const inMap = (): Rect | null => {
    const place = choice.kind === "landing" ? `[data-pin="${choice.to}"]` : `[data-square="${choice.to}"]`;
    return views.querySelector(`.map ${place}`)?.getBoundingClientRect() ?? null;
  };
  const inScene = (): Rect | null => {
    const canvas = views.querySelector(".scene-canvas")?.getBoundingClientRect();
    if (!canvas || !scene) return null;
    const areas = squares.map((square) => scene.areaOf(square));
    return {
      left: canvas.left + Math.min(...areas.map(({ left }) => left)),
      right: canvas.left + Math.max(...areas.map(({ right }) => right)),
      top: canvas.top + Math.min(...areas.map(({ top }) => top)),
      bottom: canvas.top + Math.max(...areas.map(({ bottom }) => bottom)),
    };
  };
  return pressed === "scene" ? (inScene() ?? inMap()) : (inMap() ?? inScene());
}

/** Moves the card beside the place, into the visible part of the views and away from pieces of the map. */
function moveBeside(card: HTMLElement, views: HTMLElement, asked: Rect | null): void {
  if (!asked) return;
  const whole = views.getBoundingClientRect();
  const bar = views.querySelector(".views-bar")?.getBoundingClientRect();
  const room = {
    left: whole.left + 8,
    right: whole.right - 8,
    top: Math.max(whole.top, bar?.bottom ?? 0) + 4,
    bottom: Math.min(whole.bottom, window.innerHeight) - 8,
  };
  const pieces = [...views.querySelectorAll(".map .square:has(> .piece)")].map((each) => each.getBoundingClientRect());
  const { left, top } = placeBeside(card.getBoundingClientRect(), asked, room, pieces);
  card.style.left = `${left - whole.left}px`;
  card.style.top = `${top - whole.top}px`;
}

function Landings({ choice, store }: { choice: Choice & { kind: "landing" }; store: Store }) {
  return choice.landings.map(({ square, turned }) => (
    <button key={square} type="button" onClick={() => store.pickSquare(square)}>
      <span class={`landing-sign ${turned ? "other-corner" : "same-corner"}`} aria-hidden="true">
        {text.map.landingSign(turned)}
      </span>
      <b>{square}</b>
      <span>{turned ? text.page.choice.oppositeCorner : text.page.choice.sameCorner}</span>
    </button>
  ));
}

function Promotions({ choice, store }: { choice: Choice & { kind: "promotion" }; store: Store }) {
  const pawn = choice.square === null ? undefined : store.pieceAt.value.get(choice.square);
  return choice.kinds.map((kind) => (
    <button
      key={kind}
      type="button"
      class="choice-piece"
      aria-label={text.game.role[kind]}
      title={text.game.role[kind]}
      onClick={() => store.pickPromotion(kind)}
    >
      <PieceIcon kind={kind} color={pawn?.color ?? store.snapshot.value.turn} />
    </button>
  ));
}

function keyOf(choice: Choice): string {
  return choice.kind === "landing" ? `landing ${choice.from} ${choice.to}` : `promotion ${choice.moves[0]?.move ?? ""}`;
}
