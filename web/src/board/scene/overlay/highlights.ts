// Derives from the state what the set highlights: square marks, pin tones, ghosts and captions.
import type { PinTarget, SquareTarget } from "../../choice";
import type { Store } from "../../store";
import type { Threats } from "../../threats";
import { columnSquares, columnTies, type Tie } from "../../ties";
import { squareExists } from "../../worldIndex";
import { text } from "../../../text";
import type { Color, Role, SnapshotBoard, SnapshotPiece } from "../../../wire/snapshot";
import type { PinName, SquareName } from "../../../wire/world";
import type { WorldLayout } from "../set/worldLayout";

export type MarkShape = "fill" | "dot" | "ring" | "outline" | "corners" | "star";
export type MarkTone =
  | "last"
  | "selected"
  | "target"
  | "capture"
  | "check"
  | "hover"
  | "column"
  | "look"
  | "hint"
  | "goal"
  | "illegal"
  | "threat"
  | "pending"
  | "premove"
  | "sameCorner"
  | "otherCorner";

export interface Mark {
  readonly shape: MarkShape;
  readonly tone: MarkTone;
  readonly square: SquareName;
}

export type PinTone = "free" | "occupied" | "eligible" | "barred" | "selected" | "illegal" | "last" | "hint";

export interface GhostPiece {
  readonly kind: Role;
  readonly color: Color;
  readonly square: SquareName;
  /** The rotation of the landing it previews; null if it is not a landing. */
  readonly turned: boolean | null;
}

export interface Caption {
  readonly text: string;
  readonly tone: MarkTone;
  readonly at: { readonly square: SquareName } | { readonly pin: PinName };
  /** Below the square instead of above its piece, to separate two close captions. */
  readonly under?: boolean;
}

export interface Highlights {
  readonly marks: readonly Mark[];
  readonly ties: readonly Tie[];
  /** The square under the pointer, in words. */
  readonly pointer: string | null;
  readonly pins: ReadonlyMap<PinName, PinTone>;
  readonly ghosts: readonly GhostPiece[];
  /** The preview of the selected board on another pin. */
  readonly ghostBoard: { readonly pin: PinName; readonly owner: Color } | null;
  readonly captions: readonly Caption[];
  /** What is in front of these squares fades. */
  readonly keepVisible: readonly SquareName[];
  readonly lifted: SquareName | null;
}

export const NO_HIGHLIGHTS: Highlights = {
  marks: [],
  ties: [],
  pointer: null,
  pins: new Map(),
  ghosts: [],
  ghostBoard: null,
  captions: [],
  keepVisible: [],
  lifted: null,
};

/** Reads the store's signals, so an effect that calls it tracks them. `flights` are where a mated king cannot go. */
export function readHighlights(
  store: Store,
  threats: Pick<Threats, "attacked" | "checkers">,
  flights: readonly SquareName[] = [],
): Highlights {
  const draft = new Draft(store);
  draft.mark("fill", "illegal", flights);
  draft.mark("corners", "illegal", flights);
  draft.keepVisible.push(...flights.filter(draft.exists));
  addPosition(draft, store, threats);
  addSelection(draft, store);
  if (store.premove.value) draft.mark("fill", "premove", [store.premove.value.from, store.premove.value.to]);
  const pointer = addHoveredSquare(draft, store);
  const boards = addBoards(draft, store);
  const { marks, ghosts, captions, keepVisible, lifted } = draft;
  return { marks, ties: columnTies(store), pointer, ghosts, captions, keepVisible, lifted, ...boards };
}

/** The highlights collected so far. */
class Draft {
  readonly marks: Mark[] = [];
  readonly captions: Caption[] = [];
  readonly ghosts: GhostPiece[] = [];
  readonly keepVisible: SquareName[] = [];
  lifted: SquareName | null = null;
  readonly exists: (square: SquareName) => boolean;

  constructor({ index, snapshot }: Store) {
    const { boards } = snapshot.value;
    this.exists = (square) => squareExists(index, boards, square);
  }

  mark(shape: MarkShape, tone: MarkTone, squares: Iterable<SquareName>): void {
    for (const square of squares) if (this.exists(square)) this.marks.push({ shape, tone, square });
  }

  addGhost(piece: SnapshotPiece | undefined, square: SquareName): void {
    if (piece) this.ghosts.push({ kind: piece.kind, color: piece.color, square, turned: null });
  }
}

/** The last move, threats, hint, stars, answers, check, pending promotion and the reasons of the last error. */
function addPosition(draft: Draft, store: Store, threats: Pick<Threats, "attacked" | "checkers">): void {
  const { check, pending } = store.snapshot.value;
  draft.mark("fill", "last", store.last.value.squares);
  draft.keepVisible.push(...store.last.value.squares.filter((square) => store.pieceAt.value.has(square)));
  draft.mark("corners", "threat", threats.attacked.value);
  draft.mark("corners", "check", threats.checkers.value);
  draft.mark("fill", "hint", store.hint.value.squares);
  draft.mark("star", "goal", store.goals.value);
  const { right, wrong } = store.answers.value;
  draft.mark("fill", "hint", right);
  draft.mark("fill", "illegal", wrong);
  draft.mark("corners", "illegal", wrong);
  if (check) draft.mark("ring", "check", [check]);
  if (pending) {
    draft.mark("outline", "pending", [pending]);
    draft.captions.push({ text: text.view.mustPromote, tone: "pending", at: { square: pending } });
  }
  for (const { squares } of store.error.value?.reasons ?? []) {
    draft.mark("fill", "illegal", squares);
    draft.mark("ring", "illegal", squares);
    draft.keepVisible.push(...squares.filter(draft.exists));
  }
}

function addSelection(draft: Draft, store: Store): void {
  const selection = store.selection.value;
  if (selection === null || selection.kind === "board") return;
  const { square } = selection;
  const hovered = store.hovered.value;
  const piece = store.pieceAt.value.get(square);
  switch (selection.kind) {
    case "piece": {
      const targets = store.targets.value;
      draft.lifted = square;
      draft.mark("outline", "selected", [square]);
      for (const target of targets.values()) addTarget(draft, target);
      draft.keepVisible.push(square, ...targets.keys());
      if (hovered && targets.has(hovered)) draft.addGhost(piece, hovered);
      return;
    }
    case "premove":
      draft.lifted = square;
      draft.mark("outline", "premove", [square]);
      draft.mark("dot", "premove", selection.reach);
      draft.keepVisible.push(square);
      if (hovered && selection.reach.includes(hovered)) draft.addGhost(piece, hovered);
      return;
    case "look":
      draft.mark("outline", "look", [square]);
      draft.mark("dot", "look", selection.reach);
      draft.keepVisible.push(square);
  }
}

/** A dot, a ring round a piece to capture, or a ring with corners round the rook to castle with. */
function addTarget(draft: Draft, { square, captures, castles }: SquareTarget): void {
  const tone = captures ? "capture" : "target";
  draft.mark(captures || castles ? "ring" : "dot", tone, [square]);
  if (castles) draft.mark("corners", tone, [square]);
  if (captures && captures !== square) draft.mark("corners", "capture", [captures]);
}

/** Marks the hovered square and its column; returns the square's name in words. */
function addHoveredSquare(draft: Draft, store: Store): string | null {
  const hovered = store.hovered.value;
  const parts = hovered === null ? undefined : store.index.squares.get(hovered);
  if (hovered === null || !parts) return null;
  const piece = store.pieceAt.value.get(hovered);
  if (piece && piece.marks.length > 0) {
    const tips = piece.marks.map((mark) => text.map.markTip[mark]);
    draft.captions.push({ text: tips.join(". "), tone: "hover", at: { square: hovered } });
  }
  const others = columnSquares(store, hovered).filter((square) => square !== hovered);
  draft.mark("outline", "column", others);
  draft.mark("outline", "hover", [hovered]);
  if (draft.exists(hovered)) draft.keepVisible.push(hovered);
  return text.scene.squareInWords(parts.column, parts.level);
}

/** The tone of each pin, and the ghost of the selected board on the hovered pin. */
function addBoards(draft: Draft, store: Store): Pick<Highlights, "pins" | "ghostBoard"> {
  const { boards, rules } = store.snapshot.value;
  const selection = store.selection.value;
  const pins = new Map<PinName, PinTone>();
  for (const { id } of store.world.pins) pins.set(id, "free");
  for (const { pin } of boards) pins.set(pin, "occupied");
  for (const pin of store.last.value.pins) pins.set(pin, "last");
  for (const pin of store.hint.value.pins) pins.set(pin, "hint");
  for (const reason of store.error.value?.reasons ?? []) for (const pin of reason.pins) pins.set(pin, "illegal");
  if (selection?.kind !== "board") {
    const hovered = boards.find(({ pin }) => pin === store.hoveredPin.value);
    if (hovered) draft.captions.push({ text: describeBoard(hovered), tone: "hover", at: { pin: hovered.pin } });
    return { pins, ghostBoard: null };
  }

  for (const pin of store.world.graphs[rules][selection.pin]) {
    if (pins.get(pin) !== "illegal") pins.set(pin, "barred");
  }
  for (const pin of store.pinTargets.value.keys()) pins.set(pin, "eligible");
  pins.set(selection.pin, "selected");
  const selected = boards.find(({ pin }) => pin === selection.pin);
  const choice = store.choice.value;
  // Turning on the spot is shown as long as no other pin is.
  const turns = choice === null && store.landings.value.length > 0 ? selection.pin : null;
  const targetOn = (pin: PinName | null) => (pin === null ? undefined : store.pinTargets.value.get(pin));
  const target =
    choice?.kind === "landing" ? targetOn(choice.to) : (targetOn(store.hoveredPin.value) ?? targetOn(turns));
  if (!selected || !target) return { pins, ghostBoard: null };
  addPinTarget(draft, store, target);
  return { pins, ghostBoard: target.pin === selection.pin ? null : { pin: target.pin, owner: selected.owner } };
}

/** Ghosts and captions for moving a board to a pin. */
function addPinTarget(draft: Draft, store: Store, target: PinTarget): void {
  for (const { from, square, turned } of target.landings) {
    const rider = store.pieceAt.value.get(from);
    if (rider) draft.ghosts.push({ kind: rider.kind, color: rider.color, square, turned });
    const tone = turned ? "otherCorner" : "sameCorner";
    // The square exists once the board is there.
    draft.marks.push({ shape: "fill", tone, square }, { shape: "outline", tone, square });
    draft.captions.push({ text: text.map.landingName(square, turned), tone, at: { square }, under: turned });
  }
  if (target.landings.length === 0) {
    draft.captions.push({ text: target.pin, tone: "target", at: { pin: target.pin } });
  }
  if (target.forces) {
    draft.mark("outline", "pending", [target.forces]);
    draft.captions.push({ text: text.view.wouldPromote, tone: "pending", at: { square: target.forces } });
  }
}

function describeBoard({ pin, owner, controller, riders }: SnapshotBoard): string {
  return text.view.boardCaption(pin, owner, controller, riders);
}

/** The levels that are hovered or selected. */
export function activeLevels({ hovered, hoveredPin, selection }: Store, layout: WorldLayout): Set<string> {
  const selected = selection.peek();
  const squares = [hovered.peek(), selected && "square" in selected ? selected.square : null];
  const pins = [hoveredPin.peek(), selected?.kind === "board" ? selected.pin : null];
  const levels = [...pins, ...squares.map((square) => (square === null ? null : layout.levelOf(square)))];
  return new Set(levels.filter((level) => level !== null));
}
