// What the set must say at a moment, worked out from the state alone: marks on squares, lit pins, ghosts, words.
import type { PinTarget, SquareTarget } from "../../state/choice";
import type { Store } from "../../state/store";
import type { Threats } from "../../state/threats";
import { squareExists } from "../../state/worldIndex";
import type { Color, Role, SnapshotBoard } from "../../wire/snapshot";
import type { PinName, SquareName } from "../../wire/world";

export type MarkShape = "fill" | "dot" | "ring" | "outline" | "corners";
export type MarkTone =
  | "last"
  | "selected"
  | "target"
  | "capture"
  | "check"
  | "hover"
  | "twin"
  | "look"
  | "hint"
  | "refused"
  | "threat"
  | "pending"
  | "premove";

/** What a caption is about; "debug" is for the curious. */
export type CaptionTone = MarkTone | "debug";

export interface Mark {
  readonly shape: MarkShape;
  readonly tone: MarkTone;
  readonly square: SquareName;
}

export type PinTone = "free" | "occupied" | "eligible" | "barred" | "chosen" | "refused" | "last" | "hint";

export interface GhostPiece {
  readonly kind: Role;
  readonly color: Color;
  readonly square: SquareName;
  /** The landing it stands for, when it stands for one. */
  readonly turned: boolean | null;
}

export interface Caption {
  readonly text: string;
  readonly tone: CaptionTone;
  readonly at: { readonly square: SquareName } | { readonly pin: PinName };
  /** Under the square instead of over the piece on it, so that two near each other can both be read. */
  readonly under?: boolean;
}

export interface Highlights {
  readonly marks: readonly Mark[];
  /** The squares of the column pointed at, lowest first. */
  readonly column: readonly SquareName[];
  readonly pins: ReadonlyMap<PinName, PinTone>;
  readonly ghosts: readonly GhostPiece[];
  /** Where a ghost of the selected board stands. */
  readonly ghostBoard: { readonly pin: PinName; readonly owner: Color } | null;
  readonly captions: readonly Caption[];
  /** What must be seen: pieces in front of these squares fade. */
  readonly keepVisible: readonly SquareName[];
  readonly lifted: SquareName | null;
}

export const NO_HIGHLIGHTS: Highlights = {
  marks: [],
  column: [],
  pins: new Map(),
  ghosts: [],
  ghostBoard: null,
  captions: [],
  keepVisible: [],
  lifted: null,
};

/** Reads the store's signals; inside an effect it runs again whenever one of them changes. */
export function readHighlights(store: Store, threats: Pick<Threats, "attacked" | "checkers">): Highlights {
  const snapshot = store.snapshot.value;
  const selection = store.selection.value;
  const targets = store.targets.value;
  const pinTargets = store.pinTargets.value;
  const hovered = store.hovered.value;
  const refusal = store.error.value;
  const exists = (square: SquareName) => squareExists(store.index, snapshot.boards, square);

  const marks: Mark[] = [];
  const captions: Caption[] = [];
  const keepVisible: SquareName[] = [];
  const mark = (shape: MarkShape, tone: MarkTone, squares: Iterable<SquareName>) => {
    for (const square of squares) if (exists(square)) marks.push({ shape, tone, square });
  };

  mark("fill", "last", store.last.value.squares);
  mark("corners", "threat", threats.attacked.value);
  mark("corners", "check", threats.checkers.value);
  mark("fill", "hint", store.hint.value.squares);
  if (snapshot.check) mark("ring", "check", [snapshot.check]);
  if (snapshot.pending) {
    mark("outline", "pending", [snapshot.pending]);
    captions.push({ text: "must promote", tone: "pending", at: { square: snapshot.pending } });
  }
  for (const { squares } of refusal?.reasons ?? []) {
    mark("fill", "refused", squares);
    mark("ring", "refused", squares);
    keepVisible.push(...squares.filter(exists));
  }

  const ghosts: GhostPiece[] = [];
  let lifted: SquareName | null = null;
  if (selection?.kind === "piece") {
    lifted = selection.square;
    mark("outline", "selected", [selection.square]);
    markTargets(targets.values(), mark);
    keepVisible.push(selection.square, ...targets.keys());
    const piece = store.pieceAt.value.get(selection.square);
    if (piece && hovered && targets.has(hovered)) {
      ghosts.push({ kind: piece.kind, color: piece.color, square: hovered, turned: null });
    }
  } else if (selection?.kind === "premove") {
    lifted = selection.square;
    mark("outline", "premove", [selection.square]);
    mark("dot", "premove", selection.reach);
    keepVisible.push(selection.square);
    const piece = store.pieceAt.value.get(selection.square);
    if (piece && hovered && selection.reach.includes(hovered)) {
      ghosts.push({ kind: piece.kind, color: piece.color, square: hovered, turned: null });
    }
  } else if (selection?.kind === "look") {
    mark("outline", "look", [selection.square]);
    mark("dot", "look", selection.reach);
    keepVisible.push(selection.square);
  }

  if (store.premove.value) mark("fill", "premove", [store.premove.value.from, store.premove.value.to]);
  const marked = hovered === null ? undefined : store.pieceAt.value.get(hovered);
  if (marked && marked.marks.length > 0) {
    captions.push({ text: marked.marks.join(", "), tone: "hover", at: { square: marked.square } });
  }

  const column = hovered ? columnOf(store, hovered).filter(exists) : [];
  mark(
    "outline",
    "twin",
    column.filter((square) => square !== hovered),
  );
  if (hovered) mark("outline", "hover", [hovered]);

  const board = readBoard(store, pinTargets, captions, ghosts, mark);
  return { marks, column, ghosts, captions, keepVisible, lifted, ...board };
}

type Marker = (shape: MarkShape, tone: MarkTone, squares: Iterable<SquareName>) => void;

function markTargets(targets: Iterable<SquareTarget>, mark: Marker): void {
  for (const target of targets) {
    mark(target.captures ? "ring" : "dot", target.captures ? "capture" : "target", [target.square]);
    if (target.captures && target.captures !== target.square) mark("corners", "capture", [target.captures]);
  }
}

function columnOf(store: Store, square: SquareName): readonly SquareName[] {
  const column = store.index.squares.get(square)?.column;
  return (column === undefined ? undefined : store.world.columns[column]) ?? [];
}

/** The part that is about boards: how each pin is lit, and the ghost of the board on the pin pointed at. */
function readBoard(
  store: Store,
  pinTargets: ReadonlyMap<PinName, PinTarget>,
  captions: Caption[],
  ghosts: GhostPiece[],
  mark: Marker,
): Pick<Highlights, "pins" | "ghostBoard"> {
  const { boards, pieces, rules } = store.snapshot.value;
  const selection = store.selection.value;
  const choice = store.choice.value;
  const pins = new Map<PinName, PinTone>();
  for (const { id } of store.world.pins) pins.set(id, "free");
  for (const { pin } of boards) pins.set(pin, "occupied");
  for (const pin of store.last.value.pins) pins.set(pin, "last");
  for (const pin of store.hint.value.pins) pins.set(pin, "hint");
  for (const reason of store.error.value?.reasons ?? []) for (const pin of reason.pins) pins.set(pin, "refused");
  if (selection?.kind !== "board") {
    const pointed = boards.find(({ pin }) => pin === store.hoveredPin.value);
    if (pointed) captions.push({ text: describeBoard(pointed), tone: "hover", at: { pin: pointed.pin } });
    return { pins, ghostBoard: null };
  }

  for (const pin of store.world.graphs[rules][selection.pin] ?? []) {
    if (pins.get(pin) !== "refused") pins.set(pin, "barred");
  }
  for (const pin of pinTargets.keys()) pins.set(pin, "eligible");
  pins.set(selection.pin, "chosen");
  const standing = boards.find(({ pin }) => pin === selection.pin);
  const pointed = choice?.kind === "landing" ? choice.to : store.hoveredPin.value;
  const target = pointed === null ? undefined : pinTargets.get(pointed);
  if (!standing || !target) return { pins, ghostBoard: null };

  const rider =
    standing.riders === 1
      ? pieces.find(({ square }) => store.index.squares.get(square)?.pin === selection.pin)
      : undefined;
  for (const landing of target.landings) {
    if (rider) ghosts.push({ kind: rider.kind, color: rider.color, square: landing.square, turned: landing.turned });
    const text = landing.turned ? `${landing.square} · turned` : landing.square;
    captions.push({ text, tone: "target", at: { square: landing.square }, under: landing.turned });
  }
  if (target.landings.length === 0) captions.push({ text: target.pin, tone: "target", at: { pin: target.pin } });
  if (target.forces) {
    mark("outline", "pending", [target.forces]);
    captions.push({ text: "would have to promote", tone: "pending", at: { square: target.forces } });
  }
  const ghostBoard = target.pin === selection.pin ? null : { pin: target.pin, owner: standing.owner };
  return { pins, ghostBoard };
}

/** Whose board it is and who may move it, in words. */
function describeBoard({ pin, owner, controller, riders }: SnapshotBoard): string {
  const whose = `${pin}: ${side(owner)}’s board`;
  if (controller === null) return `${whose}, held down by ${riders} pieces`;
  return `${whose}, ${side(controller)} controls it`;
}

function side(color: Color): string {
  return color === "white" ? "White" : "Black";
}
