// The open choice before a move: the rider's landing, or the promotion.
import { useLayoutEffect, useRef } from "preact/hooks";
import { restoreFocus } from "../board/map/focus";
import { PieceIcon } from "../board/map/pieces";
import type { Choice } from "../board/choice";
import type { Store } from "../board/store";
import { squareText } from "../board/statusText";
import { text } from "../text";

export function ChoiceCard({ store }: { store: Store }) {
  const choice = store.choice.value;
  return choice && <Card key={keyOf(choice)} choice={choice} store={store} />;
}

function Card({ choice, store }: { choice: Choice; store: Store }) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (card.current) avoidCovering(card.current, choice);
    card.current?.querySelector("button")?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) restoreFocus(before);
    };
  }, []);
  const words = text.page.choice;
  const title =
    choice.kind === "landing"
      ? choice.from === choice.to
        ? words.rotate(choice.from)
        : words.landing(choice.from, choice.to)
      : choice.forced
        ? words.mustPromote(squareText(store.index, choice.square ?? ""))
        : words.promote;
  return (
    <div ref={card} class="choice-card" role="dialog" aria-label={title}>
      <p>{title}</p>
      <div class="choice-answers">
        {choice.kind === "landing" ? (
          <Landings choice={choice} store={store} />
        ) : (
          <Promotions choice={choice} store={store} />
        )}
        {!(choice.kind === "promotion" && choice.forced) && (
          <button type="button" class="quiet" onClick={() => store.deselect()}>
            {text.page.cancel}
          </button>
        )}
      </div>
    </div>
  );
}

/** Moves the card to the upper edge if it would cover the square or pin in question. */
function avoidCovering(card: HTMLElement, choice: Choice): void {
  const place = choice.kind === "landing" ? `[data-pin="${choice.to}"]` : `[data-square="${choice.square ?? ""}"]`;
  const asked = document.querySelector(`.map ${place}`)?.getBoundingClientRect();
  const own = card.getBoundingClientRect();
  if (!asked || asked.right < own.left || asked.left > own.right) return;
  if (asked.bottom > own.top && asked.top < own.bottom) card.classList.add("above");
}

function Landings({ choice, store }: { choice: Choice & { kind: "landing" }; store: Store }) {
  return choice.landings.map(({ square, turned }) => (
    <button key={square} type="button" onClick={() => store.pickSquare(square)}>
      <b>{square}</b> {turned ? text.page.choice.oppositeCorner : text.page.choice.sameCorner}
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
