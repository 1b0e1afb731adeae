// What is under the pointer: pieces, squares, rims, posts and pins, nearest first, with glass that can be reached through.
import { Box3, Raycaster, Vector2, Vector3, type PerspectiveCamera } from "three";
import type { PinName, SquareName } from "../../wire/world";
import type { GhostPiece, Highlights } from "../overlay/highlights";
import type { ChessSet } from "../set/chessSet";
import { TILE_THICKNESS } from "../geometry/boards";

export type Hit =
  | { readonly kind: "square"; readonly square: SquareName; readonly piece: boolean }
  | { readonly kind: "board"; readonly pin: PinName }
  | { readonly kind: "pin"; readonly pin: PinName }
  | { readonly kind: "landing"; readonly ghost: GhostPiece };

/** A hit, and whether it is worth reaching for through glass that means nothing. */
type RankedHit = Hit & { readonly distance: number; readonly meant: boolean };

/** What the state makes of a pick: where the selection can go decides what is worth reaching through the glass for. */
export interface PickContext {
  readonly highlights: Highlights;
  isTarget(square: SquareName): boolean;
  /** Of several things meant at one point the second is wanted: the next level of the column. */
  readonly deeper?: boolean;
}

const RIM = 0.3;
const REACH_UP = 0.3;

export class Picker {
  readonly #set: ChessSet;
  readonly #camera: PerspectiveCamera;
  readonly #caster = new Raycaster();
  readonly #box = new Box3();
  readonly #point = new Vector3();

  constructor(set: ChessSet, camera: PerspectiveCamera) {
    this.#set = set;
    this.#camera = camera;
  }

  /** The hit at a point given in device coordinates, -1 to 1 both ways. */
  pick(x: number, y: number, context: PickContext): Hit | null {
    this.#caster.setFromCamera(new Vector2(x, y), this.#camera);
    const found = this.#all(context).sort((one, other) => one.distance - other.distance);
    const meant = found.filter((hit) => hit.meant);
    return (context.deeper ? meant[1] : undefined) ?? meant[0] ?? found[0] ?? null;
  }

  /** Whether a piece itself is seen at a point, and not only its square. */
  onPiece(x: number, y: number): boolean {
    this.#caster.setFromCamera(new Vector2(x, y), this.#camera);
    return this.#set.pieces.hit(this.#caster) !== null;
  }

  #all(context: PickContext): RankedHit[] {
    const { highlights } = context;
    const found: RankedHit[] = [];
    const piece = this.#set.pieces.hit(this.#caster);
    if (piece) {
      const { square } = piece.model;
      found.push({ kind: "square", square, piece: true, distance: piece.distance, meant: true });
    }
    this.#squares(context, found);
    this.#rims(found);
    this.#pins(highlights, found);
    for (const ghost of highlights.ghosts) {
      if (ghost.turned === null) continue;
      const foot = this.#set.layout.squarePosition(ghost.square);
      const distance = this.#through(foot, 0.75, 0, 2.4);
      if (distance !== null) found.push({ kind: "landing", ghost, distance, meant: true });
    }
    // Nothing is reached through a piece, but for the landings that are being asked about.
    return piece ? found.filter((hit) => hit.distance <= piece.distance || hit.kind === "landing") : found;
  }

  #squares(context: PickContext, found: RankedHit[]): void {
    const { boards, layout } = this.#set;
    const half = layout.world.spacing / 2;
    const shown = new Set<string>();
    for (const { level, faded } of boards.main) if (!faded) shown.add(level);
    for (const { instance, faded } of boards.attack) if (!faded) shown.add(instance);
    for (const square of layout.world.squares) {
      if (!shown.has(square.board)) continue;
      const distance = this.#through(layout.squarePosition(square.square), half, -TILE_THICKNESS, 0);
      if (distance === null) continue;
      const occupied = this.#set.pieceOn(square.square) !== undefined;
      found.push({
        kind: "square",
        square: square.square,
        piece: occupied,
        distance,
        meant: context.isTarget(square.square),
      });
    }
  }

  #rims(found: RankedHit[]): void {
    const { boards, layout } = this.#set;
    const half = layout.world.spacing;
    for (const { pin, group, faded } of boards.attack) {
      if (faded) continue;
      const center = group.position;
      const distance = this.#through(center, half + RIM, -TILE_THICKNESS - 0.08, 0.1);
      // Inside the rim the squares answer, and what lies below them.
      if (distance !== null && !this.#within(center, half)) found.push({ kind: "board", pin, distance, meant: false });
      const foot = layout.socketPosition(pin).y - center.y;
      const post = this.#through(center, 0.26, foot - REACH_UP, -TILE_THICKNESS);
      if (post !== null) found.push({ kind: "board", pin, distance: post, meant: false });
    }
  }

  /** Sockets of free pins, and the air above an eligible pin, where the board would stand. */
  #pins(highlights: Highlights, found: RankedHit[]): void {
    const { layout } = this.#set;
    for (const { id } of layout.world.pins) {
      const tone = highlights.pins.get(id);
      if (this.#set.boardOn(id)) continue;
      const socket = layout.socketPosition(id);
      const distance = this.#through(socket, 0.4, -0.3, 0.4);
      if (distance !== null) found.push({ kind: "pin", pin: id, distance, meant: tone === "eligible" });
      if (tone !== "eligible") continue;
      const center = layout.boardPosition(layout.boardOfLevel(id));
      const air = this.#through(center, layout.world.spacing, -TILE_THICKNESS, 0.05);
      if (air !== null) found.push({ kind: "pin", pin: id, distance: air, meant: true });
    }
  }

  /** The distance to a box around a point, or null when the ray misses it. */
  #through(center: Vector3, half: number, below: number, above: number): number | null {
    this.#box.min.set(center.x - half, center.y + below, center.z - half);
    this.#box.max.set(center.x + half, center.y + above, center.z + half);
    const { ray } = this.#caster;
    return ray.intersectBox(this.#box, this.#point) ? this.#point.distanceTo(ray.origin) : null;
  }

  /** Whether the last point found lies over a square area around a centre. */
  #within(center: Vector3, half: number): boolean {
    return Math.abs(this.#point.x - center.x) < half && Math.abs(this.#point.z - center.z) < half;
  }
}

/** Whether a hit is what was asked for. */
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
