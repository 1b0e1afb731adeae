// Ray picking of pieces, squares, board rims, posts and pins. Targets behind glass take precedence over the glass.
import { Box3, Raycaster, Vector2, Vector3, type PerspectiveCamera } from "three";
import type { PinName, SquareName } from "../../../wire/world";
import type { GhostPiece, Highlights } from "../overlay/highlights";
import type { ChessSet } from "../set/chessSet";
import { TILE_THICKNESS } from "../geometry/boards";

export type Hit =
  | { readonly kind: "square"; readonly square: SquareName; readonly piece: boolean }
  | { readonly kind: "board"; readonly pin: PinName }
  | { readonly kind: "pin"; readonly pin: PinName }
  | { readonly kind: "landing"; readonly ghost: GhostPiece };

/** A hit. Preferred ones win over nearer ones that are not, and sockets over the glass in front of them. */
type RankedHit = Hit & { readonly distance: number; readonly preferred: boolean };

export interface PickContext {
  readonly highlights: Highlights;
  isTarget(square: SquareName): boolean;
  /** Return the second preferred hit: the next target behind the first. */
  readonly deeper?: boolean;
}

const RIM_WIDTH = 0.3;
/** Extends a post's pick box below its socket. */
const POST_MARGIN = 0.3;

export class Picker {
  readonly #set: ChessSet;
  readonly #camera: PerspectiveCamera;
  readonly #raycaster = new Raycaster();
  readonly #box = new Box3();
  readonly #point = new Vector3();

  constructor(set: ChessSet, camera: PerspectiveCamera) {
    this.#set = set;
    this.#camera = camera;
  }

  /** The hit at a point in normalised device coordinates. */
  pick(x: number, y: number, context: PickContext): Hit | null {
    this.#raycaster.setFromCamera(new Vector2(x, y), this.#camera);
    const found = this.#hits(context).sort((one, other) => one.distance - other.distance);
    const preferred = found.filter((hit) => hit.preferred);
    const socket = found.find(({ kind }) => kind === "pin");
    return (context.deeper ? preferred[1] : undefined) ?? preferred[0] ?? socket ?? found[0] ?? null;
  }

  /** Whether the point hits a piece itself rather than its square. */
  hitsPiece(x: number, y: number): boolean {
    this.#raycaster.setFromCamera(new Vector2(x, y), this.#camera);
    return this.#set.pieces.hit(this.#raycaster) !== null;
  }

  #hits(context: PickContext): RankedHit[] {
    const { highlights } = context;
    const found: RankedHit[] = [];
    const piece = this.#set.isDiagram ? null : this.#set.pieces.hit(this.#raycaster);
    if (piece) {
      const { square } = piece.model;
      found.push({ kind: "square", square, piece: true, distance: piece.distance, preferred: true });
    }
    if (this.#set.isDiagram) this.#cells(context, found);
    else this.#squares(context, found);
    this.#rims(found);
    this.#pins(highlights, found);
    for (const ghost of highlights.ghosts) {
      if (ghost.turned === null) continue;
      const { position, scale } = this.#set.placementOf(ghost.square);
      const distance = this.#distanceToBox(position, 0.75 * scale, 0, 2.4);
      if (distance !== null) found.push({ kind: "landing", ghost, distance, preferred: true });
    }
    // A piece blocks everything behind it except the landings to choose from.
    return piece ? found.filter((hit) => hit.distance <= piece.distance || hit.kind === "landing") : found;
  }

  #squares(context: PickContext, found: RankedHit[]): void {
    const { layout } = this.#set;
    const half = layout.world.spacing / 2;
    for (const square of this.#shownSquares()) {
      const distance = this.#distanceToBox(layout.squarePosition(square), half, -TILE_THICKNESS, 0);
      if (distance === null) continue;
      const occupied = this.#set.pieceOn(square) !== undefined;
      found.push({ kind: "square", square, piece: occupied, distance, preferred: context.isTarget(square) });
    }
  }

  /** In the diagram, the cell of a square within its column. */
  #cells(context: PickContext, found: RankedHit[]): void {
    const { layout } = this.#set;
    for (const square of this.#shownSquares()) {
      const { position, scale } = this.#set.placementOf(square);
      // At the height of its board, so that the rims and sockets above it come first.
      position.y = layout.squarePosition(square).y;
      const distance = this.#distanceToBox(position, (layout.world.squareSize / 2) * scale, -0.1, 0.1);
      if (distance === null) continue;
      const occupied = this.#set.pieceOn(square) !== undefined;
      found.push({
        kind: "square",
        square,
        piece: occupied,
        distance,
        preferred: occupied || context.isTarget(square),
      });
    }
  }

  /** The squares of all boards that are not faded. */
  #shownSquares(): SquareName[] {
    const { boards, layout } = this.#set;
    const shown = new Set<string>();
    for (const { level, look } of boards.main) if (look !== "faded") shown.add(level);
    for (const { instance, look } of boards.attack) if (look !== "faded") shown.add(instance);
    return layout.world.squares.filter(({ board }) => shown.has(board)).map(({ square }) => square);
  }

  #rims(found: RankedHit[]): void {
    const { boards, layout } = this.#set;
    const half = layout.world.spacing;
    for (const { pin, group, look } of boards.attack) {
      if (look === "faded") continue;
      const center = group.position;
      const distance = this.#distanceToBox(center, half + RIM_WIDTH, -TILE_THICKNESS - 0.08, 0.1);
      // Inside the rim, the squares and what is below them take the hit.
      if (distance !== null && !this.#hitIsOver(center, half))
        found.push({ kind: "board", pin, distance, preferred: false });
      const foot = layout.socketPosition(pin).y - center.y;
      const post = this.#distanceToBox(center, 0.26, foot - POST_MARGIN, -TILE_THICKNESS);
      if (post !== null) found.push({ kind: "board", pin, distance: post, preferred: false });
    }
  }

  /** Sockets of free pins, and the space above an eligible pin where the board would go. */
  #pins(highlights: Highlights, found: RankedHit[]): void {
    const { layout } = this.#set;
    for (const { id } of layout.world.pins) {
      const tone = highlights.pins.get(id);
      if (this.#set.boardOn(id)) continue;
      const socket = layout.socketPosition(id);
      const distance = this.#distanceToBox(socket, 0.4, -0.3, 0.4);
      if (distance !== null) found.push({ kind: "pin", pin: id, distance, preferred: tone === "eligible" });
      if (tone !== "eligible") continue;
      const center = layout.boardPosition(layout.boardOfLevel(id));
      const space = this.#distanceToBox(center, layout.world.spacing, -TILE_THICKNESS, 0.05);
      if (space !== null) found.push({ kind: "pin", pin: id, distance: space, preferred: true });
    }
  }

  /** The distance to a box around a point; null if the ray misses it. */
  #distanceToBox(center: Vector3, half: number, below: number, above: number): number | null {
    this.#box.min.set(center.x - half, center.y + below, center.z - half);
    this.#box.max.set(center.x + half, center.y + above, center.z + half);
    const { ray } = this.#raycaster;
    return ray.intersectBox(this.#box, this.#point) ? this.#point.distanceTo(ray.origin) : null;
  }

  /** Whether the last hit point is over a square area around the center. */
  #hitIsOver(center: Vector3, half: number): boolean {
    return Math.abs(this.#point.x - center.x) < half && Math.abs(this.#point.z - center.z) < half;
  }
}

export function hitMatches(hit: Hit | null, target: { square: SquareName } | { pin: PinName }): boolean {
  if (!hit) return false;
  if ("square" in target) {
    return (
      (hit.kind === "square" && hit.square === target.square) ||
      (hit.kind === "landing" && hit.ghost.square === target.square)
    );
  }
  return (hit.kind === "board" || hit.kind === "pin") && hit.pin === target.pin;
}
