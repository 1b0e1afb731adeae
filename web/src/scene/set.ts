// The set on its table: keeps boards and pieces where the Snapshot says, and glides them there from where they were.
import { Group, MathUtils, Vector3, type Frustum } from "three";
import type { Color, Snapshot, SnapshotBoard, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName, World } from "../wire/world";
import { BoardModels, type AttackModel } from "./boardModels";
import { ContactShadows } from "./contactShadows";
import type { Subject } from "./camera";
import type { Materials } from "./materials";
import type { Motions } from "./motion";
import { PieceModels, type PieceModel } from "./pieceModels";
import { levelOf, Places } from "./places";
import type { GhostPiece } from "./reading";
import type { TileTints } from "./shapes/boards";
import type { Fineness } from "./shapes/turned";
import { StandModel } from "./standModel";
import { transition } from "./transition";

const SHORTEST = 180;
const LONGEST = 350;
const EXPLODING = 450;
const FADING = 200;
/** What a picture holds around a board and above it: its frame, a piece. */
const OVERHANG = 0.4;
const ROOM_ABOVE = 2.3;

export class ChessSet {
  readonly group = new Group();
  readonly places: Places;
  readonly boards: BoardModels;
  readonly pieces: PieceModels;
  readonly stand: StandModel;
  readonly #shadows = new ContactShadows();
  readonly #motions: Motions;
  #snapshot: Snapshot | null = null;
  #ghosts: PieceModel[] = [];
  readonly #fades: Motions;
  /** The veil that each piece has, or is on its way to. */
  readonly #veils = new WeakMap<PieceModel, number>();

  constructor(
    world: World,
    motions: Motions,
    fades: Motions,
    fineness: Fineness,
    tints: TileTints,
    materials: Materials,
  ) {
    this.places = new Places(world);
    this.#motions = motions;
    this.#fades = fades;
    this.boards = new BoardModels(this.places, fineness, tints, materials);
    this.pieces = new PieceModels(fineness, materials);
    this.stand = new StandModel(this.places, fineness, materials);
    this.group.add(this.stand.group, this.boards.group, this.#shadows.mesh, this.pieces.group);
    this.#placeAll();
  }

  /** The piece that stands on a square, as drawn. */
  pieceOn(square: SquareName): PieceModel | undefined {
    for (const model of this.pieces.models) {
      if (model.square === square && model.role === "standing" && !model.leaving) return model;
    }
    return undefined;
  }

  attackOn(pin: string): AttackModel | undefined {
    return this.boards.attack.find((model) => model.pin === pin);
  }

  /** Draws a Snapshot. What was there before glides to its new place; what was taken leaves. */
  show(snapshot: Snapshot): void {
    this.#motions.finish();
    const before = this.#snapshot;
    this.#snapshot = snapshot;
    if (!before) {
      for (const board of snapshot.boards) this.boards.setController(this.boards.addAttack(board), board.controller);
      for (const piece of snapshot.pieces) this.pieces.add(piece, this.places.square(piece.square));
      this.#placeAll();
      return;
    }
    const changes = transition(before, snapshot, (one, other) =>
      this.places.square(one).distanceTo(this.places.square(other)),
    );
    // Models are found before any of them changes its place: castling exchanges two, a jump may exchange boards.
    const moved = changes.pieces.moved.map((change) => ({ ...change, model: this.pieceOn(change.from.square) }));
    const left = changes.pieces.left.map((piece) => this.pieceOn(piece.square));
    const boards = changes.boards.map((change) => ({ ...change, model: this.attackOn(change.from.pin) }));
    for (const { model, to } of moved) if (model) model.square = to.square;
    const carried = new Set<PieceModel>();
    for (const { from, to, model } of boards) {
      if (!model) continue;
      this.boards.setController(model, to.controller);
      if (from.instance === to.instance) continue;
      const riders = moved.flatMap((each) => {
        const rides = levelOf(each.from.square) === from.pin && levelOf(each.to.square) === to.pin;
        return rides && each.model && from.riders === 1 ? [each.model] : [];
      });
      for (const rider of riders) carried.add(rider);
      this.#glideBoard(model, to, riders);
    }
    for (const { model, to } of moved) {
      if (!model) continue;
      if (carried.has(model)) model.kind = to.kind;
      else this.#glidePiece(model, to);
    }
    for (const model of left) if (model) this.#leave(model);
    for (const piece of changes.pieces.came) this.pieces.add(piece, this.places.square(piece.square));
  }

  #glidePiece(model: PieceModel, to: SnapshotPiece): void {
    const start = model.position.clone();
    const startLift = model.lift;
    const end = this.places.square(to.square);
    const distance = start.distanceTo(end);
    const arch = model.kind === "knight" ? 1.1 : Math.abs(end.y - start.y) > 0.1 ? 0.7 : 0.25;
    this.#motions.run(
      MathUtils.clamp(SHORTEST + distance * 14, SHORTEST, LONGEST),
      (share) => {
        model.position.lerpVectors(start, end, share);
        model.lift = startLift * (1 - share) + Math.sin(share * Math.PI) * arch;
      },
      () => {
        model.lift = 0;
        model.kind = to.kind;
      },
    );
  }

  #leave(model: PieceModel): void {
    model.leaving = true;
    this.#motions.run(
      SHORTEST + 60,
      (share) => {
        model.veil = share;
        model.scale = 1 - 0.6 * share;
        model.lift = share * 0.6;
      },
      () => {
        this.pieces.remove(model);
      },
    );
  }

  /** Lifts a board over to its new pin, turning it where it turns, with its rider on it. */
  #glideBoard(model: AttackModel, { instance, pin }: SnapshotBoard, riders: readonly PieceModel[]): void {
    const { group } = model;
    const start = group.position.clone();
    const startTurn = group.rotation.y;
    const startFoot = this.places.socket(model.pin).y;
    model.pin = pin;
    model.instance = instance;
    const target = this.places.instance(instance);
    const end = this.places.board(target);
    const turn = (target.rotation * Math.PI) / 180 - startTurn;
    const endFoot = this.places.socket(pin).y;
    const offsets = riders.map((rider) => rider.position.clone().sub(start));
    const spin = new Vector3(0, 1, 0);
    this.#motions.run(
      LONGEST,
      (share) => {
        group.position.lerpVectors(start, end, share);
        const lift = Math.sin(share * Math.PI) * 1.2;
        group.position.y += lift;
        group.rotation.y = startTurn + turn * share;
        this.boards.stretchPost(model, MathUtils.lerp(startFoot, endFoot, share) + lift);
        riders.forEach((rider, index) => {
          const offset = offsets[index];
          if (offset)
            rider.position
              .copy(offset)
              .applyAxisAngle(spin, turn * share)
              .add(group.position);
        });
      },
      () => {
        this.boards.settle(model);
        for (const rider of riders) rider.position.copy(this.places.square(rider.square));
      },
    );
  }

  /** Raises the piece on a square a little and sets the others down; what is held stays in the hand. */
  raise(square: SquareName | null, height: number, held: PieceModel | null): void {
    if (this.#motions.busy) return;
    for (const model of this.pieces.models) {
      if (model.role === "standing" && model !== held) model.lift = model.square === square ? height : 0;
    }
  }

  /** What a picture of the whole set must hold: every board with a piece's room, and the base. */
  subject(): Subject {
    const { boards, spacing } = this.places.world;
    const points = this.stand.rim();
    for (const board of boards) {
      const center = this.places.board(board);
      points.push(center);
      for (const right of [-0.5, 0.5]) {
        for (const back of [-0.5, 0.5]) {
          const x = center.x + right * (board.size[0] * spacing + OVERHANG);
          const z = center.z + back * (board.size[1] * spacing + OVERHANG);
          points.push(new Vector3(x, center.y - 0.2, z));
          // A piece stands in the middle of its square.
          const inner = [
            center.x + right * (board.size[0] - 0.5) * spacing,
            center.z + back * (board.size[1] - 0.5) * spacing,
          ];
          points.push(new Vector3(inner[0], center.y + ROOM_ABOVE, inner[1]));
        }
      }
    }
    return { points, spread: this.places.spread };
  }

  /** Pulls the boards apart to a share of their exploded heights, or back together. */
  explode(end: number, at: () => void): void {
    const start = this.places.spread;
    if (start === end) return;
    this.#motions.finish();
    this.#motions.run(EXPLODING, (share) => {
      this.places.spread = MathUtils.lerp(start, end, share);
      this.#placeAll();
      at();
    });
  }

  #placeAll(): void {
    this.boards.placeMain();
    this.stand.place();
    for (const model of this.boards.attack) this.boards.settle(model);
    for (const model of this.pieces.models) model.position.copy(this.places.square(model.square));
  }

  /** Shows what is not there yet: pieces on squares, a board on a pin. */
  haunt(ghosts: readonly GhostPiece[], board: { readonly pin: PinName; readonly owner: Color } | null): void {
    for (const model of this.#ghosts) this.pieces.remove(model);
    this.#ghosts = ghosts.map((ghost) => this.pieces.add(ghost, this.places.square(ghost.square), "ghost"));
    this.boards.showGhost(board);
  }

  /** Levels out of focus go thin, and so do pieces that `hides` names, each in a moment. */
  thin(isThin: (level: string) => boolean, hides: (model: PieceModel) => boolean): void {
    this.boards.setThin(isThin);
    for (const model of this.pieces.models) {
      if (model.role === "ghost" || model.leaving) continue;
      const veil = isThin(levelOf(model.square)) || hides(model) ? 1 : 0;
      if ((this.#veils.get(model) ?? 0) === veil) continue;
      this.#veils.set(model, veil);
      const start = model.veil;
      this.#fades.run(FADING, (share) => {
        // A later fade of the same piece, or its leaving, goes before this one.
        if (this.#veils.get(model) === veil && !model.leaving) model.veil = MathUtils.lerp(start, veil, share);
      });
    }
  }

  /** Hands what has moved over to the drawing; of the pieces only those seen in a part of the picture, if only that is drawn. */
  update(seen: Frustum | null = null): void {
    this.pieces.update(seen);
    this.#shadows.update(this.pieces.models, seen);
  }

  setMaterials(materials: Materials): void {
    this.boards.setMaterials(materials);
    this.pieces.setMaterials(materials);
    this.stand.setMaterials(materials);
  }

  dispose(): void {
    this.boards.dispose();
    this.pieces.dispose();
    this.#shadows.dispose();
    this.stand.dispose();
  }
}
