// A square of the map: a button with an accessible name and its marks.
import { useComputed, type Signal } from "@preact/signals";
import type { Landing } from "../choice";
import type { Store } from "../store";
import { squareLabel } from "../statusText";
import { text } from "../../text";
import type { SquareName } from "../../wire/world";
import { debugName } from "./debugName";
import type { Cell, PlacedSquare } from "./layout";
import { LandingPreview } from "./LandingPreview";
import { PieceIcon } from "./pieces";

interface SquareProps {
  placed: PlacedSquare;
  store: Store;
  current: Signal<SquareName>;
}

export function SquareButton({ placed, store, current }: SquareProps) {
  const { square, dark } = placed;
  const classes = useComputed(() => classesOf(store, square));
  const name = useComputed(() => nameOf(store, square));
  const isCurrent = useComputed(() => current.value === square);
  const isSelected = useComputed(() => selects(store, square));
  const piece = useComputed(() => store.pieceAt.value.get(square));
  const landing = useComputed(() => landingOn(store, square));
  const shown = piece.value;
  return (
    <button
      type="button"
      class={`square ${dark ? "dark" : "light"} ${classes.value}`}
      style={squareStyle(placed)}
      data-square={square}
      aria-label={name.value}
      aria-pressed={isSelected.value}
      tabIndex={isCurrent.value ? 0 : -1}
      onClick={() => store.pickSquare(square)}
      onFocus={(event) => {
        current.value = square;
        // A mouse hovers where it points.
        if (event.currentTarget.matches(":focus-visible")) store.hover(square);
      }}
      onPointerEnter={() => store.hover(square)}
    >
      <Names placed={placed} whole={wholeName(store, square)} />
      {shown && <PieceIcon kind={shown.kind} color={shown.color} />}
      {landing.value && <LandingPreview landing={landing.value} store={store} />}
      {shown?.marks.map((mark) => (
        <span key={mark} class={`mark mark-${mark}`} aria-hidden="true" title={text.map.markTip[mark]} />
      ))}
    </button>
  );
}

export function squareStyle({ column, row }: Cell) {
  return { gridColumn: column, gridRow: `${row} / span 2` };
}

/** The square's name, or file and rank at the edges. The style sheet draws it, so that it is not part of the button's name. */
function Names({ placed, whole }: { placed: PlacedSquare; whole: string | null }) {
  if (whole !== null) return <span class="square-rank" data-text={whole} />;
  const where = placed.beside ? "beside" : "within";
  return (
    <>
      {placed.rank !== null && <span class={`square-rank ${where}`} data-text={placed.rank} />}
      {placed.file !== null && <span class={`square-file ${where}`} data-text={placed.file} />}
    </>
  );
}

/** The name to show on every square: with its level when debugging, without it as an option. */
function wholeName(store: Store, square: SquareName): string | null {
  const { debug, labels } = store.view.value;
  return debug ? debugName(store.index, square) : labels ? columnOf(store, square) : null;
}

function selects(store: Store, square: SquareName): boolean {
  const selected = store.selection.value;
  return selected !== null && selected.kind !== "board" && selected.square === square;
}

function classesOf(store: Store, square: SquareName): string {
  const { check, pending } = store.snapshot.value;
  const selected = store.selection.value;
  const target = store.targets.value.get(square);
  const choice = store.choice.value;
  const hovered = store.hovered.value;
  const landing = landingOn(store, square);
  return [
    store.pickUpKind(square) !== null && "own",
    selects(store, square) && "selected",
    target && "target",
    target && target.captures !== null && "captures",
    target?.castles && "castles",
    (selected?.kind === "look" || selected?.kind === "premove") && selected.reach.includes(square) && "reach",
    (store.premove.value?.from === square || store.premove.value?.to === square) && "premove",
    landing && landingClass("landing", landing),
    choice?.kind === "promotion" && choice.square === square && "promoting",
    check === square && "check",
    pending === square && "pending",
    store.last.value.squares.includes(square) && "last",
    store.hint.value.squares.includes(square) && "hint",
    store.goals.value.includes(square) && "goal",
    store.answers.value.right.includes(square) && "right",
    store.answers.value.wrong.includes(square) && "wrong",
    store.error.value?.reasons[0]?.squares.includes(square) && "pointed",
    hovered !== null && columnOf(store, hovered) === columnOf(store, square) && "column",
  ]
    .filter(Boolean)
    .join(" ");
}

/** "white knight, a1 on W, 2 moves", and what the player can do there. */
function nameOf(store: Store, square: SquareName): string {
  const { turn, status, moves, check } = store.snapshot.value;
  const piece = store.pieceAt.value.get(square);
  const target = store.targets.value.get(square);
  const landing = landingOn(store, square);
  const choice = store.choice.value;
  const words = text.map;
  const counts = piece?.color === turn && status === "ongoing" && !store.mode.value.editing;
  const reached = new Set(moves.filter((each) => each.board === null && each.from === square).map((each) => each.to));
  const notes = [squareLabel(store.index, square, piece, counts ? reached.size : null)];
  if (target) notes.push(target.castles ? words.castle : target.captures !== null ? words.capture : words.move);
  if (landing) notes.push(choice ? words.riderLands(landing.turned) : words.turnsHere);
  if (check === square) notes.push(words.inCheck);
  if (store.goals.value.includes(square)) notes.push(words.star);
  if (store.answers.value.right.includes(square)) notes.push(words.rightAnswer);
  if (store.answers.value.wrong.includes(square)) notes.push(words.wrongAnswer);
  return notes.join(", ");
}

function columnOf(store: Store, square: SquareName): string | null {
  return store.index.squares.get(square)?.column ?? null;
}

/** The classes of a landing square, by the corner. */
export function landingClass(name: string, { turned }: Landing): string {
  return `${name} ${turned ? "other-corner" : "same-corner"}`;
}

function landingOn(store: Store, square: SquareName): Landing | undefined {
  return store.landings.value.find((each) => each.square === square);
}
