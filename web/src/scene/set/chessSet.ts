// The set on its table: keeps boards and pieces where the Snapshot says, and glides them there from where they were.
import { Group, MathUtils, Vector3, type Frustum } from "three";
import type { Color, Snapshot, SnapshotBoard, SnapshotPiece } from "../../wire/snapshot";
import type { PinName, SquareName, World } from "../../wire/world";
import { BoardModels, type AttackBoardModel } from "./boardModels";
import { ContactShadows } from "./contactShadows";
import type { FramingSubject } from "../camera/viewpoint";
import type { Materials } from "../materials/materials";
import type { Animations } from "../render/animations";
import { PieceModels, type PieceModel } from "./pieceModels";
import { levelOf, WorldLayout } from "./worldLayout";
import type { GhostPiece } from "../overlay/highlights";
import type { TileTints } from "../geometry/boards";
import type { Detail } from "../geometry/lathe";
import { StandModel } from "./standModel";
import { transition } from "../transition";

const SHORTEST = 180;
const LONGEST = 350;
const EXPLODING = 450;
const FADING = 200;
/** What a picture holds around a board and above it: its frame, a piece. */
const OVERHANG = 0.4;
const ROOM_ABOVE = 2.3;

export class ChessSet {
  readonly group = new Group();
  readonly layout: WorldLayout;
  readonly boards: BoardModels;
  readonly pieces: PieceModels;
  readonly stand: StandModel;
  readonly #shadows = new ContactShadows();
  readonly #motions: Animations;
  #snapshot: Snapshot | null = null;
  #ghosts: PieceModel[] = [];
  readonly #fades: Animations;
  /** The veil that each piece has, or is on its way to. */
  readonly #veils = new WeakMap<PieceModel, number>();

  constructor(
    world: World,
    motions: Animations,
    fades: Animations,
    detail: Detail,
    tints: TileTints,
    materials: Materials,
  ) {
    this.layout = new WorldLayout(world);
    this.#motions = motions;
    this.#fades = fades;
    this.boards = new BoardModels(this.layout, detail, tints, materials);
    this.pieces = new PieceModels(detail, materials);
    this.stand = new StandModel(this.layout, detail, materials);
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

  boardOn(pin: string): AttackBoardModel | undefined {
    return this.boards.attack.find((model) => model.pin === pin);
  }

  /** Draws a Snapshot. What was there before glides to its new place; what was taken leaves. */
  show(snapshot: Snapshot): void {
    this.#motions.finish();
    const before = this.#snapshot;
    this.#snapshot = snapshot;
    if (!before) {
      for (const board of snapshot.boards) this.boards.setController(this.boards.addAttack(board), board.controller);
      for (const piece of snapshot.pieces) this.pieces.add(piece, this.layout.square(piece.square));
      this.#placeAll();
      return;
    }
    const changes = transition(before, snapshot, (one, other) =>
      this.layout.square(one).distanceTo(this.layout.square(other)),
    );
    // Models are found before any of them changes its place: castling exchanges two, a jump may exchange boards.
    const moved = changes.pieces.moved.map((change) => ({ ...change, model: this.pieceOn(change.from.square) }));
    const left = changes.pieces.left.map((piece) => this.pieceOn(piece.square));
    const boards = changes.boards.map((change) => ({ ...change, model: this.boardOn(change.from.pin) }));
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
    for (const piece of changes.pieces.came) this.pieces.add(piece, this.layout.square(piece.square));
  }

  #glidePiece(model: PieceModel, to: SnapshotPiece): void {
    const start = model.position.clone();
    const startLift = model.lift;
    const end = this.layout.square(to.square);
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
        model.fade = share;
        model.scale = 1 - 0.6 * share;
        model.lift = share * 0.6;
      },
      () => {
        this.pieces.remove(model);
      },
    );
  }

  /** Lifts a board over to its new pin, turning it where it turns, with its rider on it. */
  #glideBoard(model: AttackBoardModel, { instance, pin }: SnapshotBoard, riders: readonly PieceModel[]): void {
    const { group } = model;
    const start = group.position.clone();
    const startTurn = group.rotation.y;
    const startFoot = this.layout.socketPosition(model.pin).y;
    model.pin = pin;
    model.instance = instance;
    const target = this.layout.instance(instance);
    const end = this.layout.board(target);
    const turn = (target.rotation * Math.PI) / 180 - startTurn;
    const endFoot = this.layout.socketPosition(pin).y;
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
        for (const rider of riders) rider.position.copy(this.layout.square(rider.square));
      },
    );
  }

  /** Raises the piece on a square a little and sets the others down; what is held stays in the hand. */
  liftPiece(square: SquareName | null, height: number, held: PieceModel | null): void {
    if (this.#motions.running) return;
    for (const model of this.pieces.models) {
      if (model.role === "standing" && model !== held) model.lift = model.square === square ? height : 0;
    }
  }

  /** What a picture of the whole set must hold: every board with a piece's room, and the base. */
  framingSubject(): FramingSubject {
    const { boards, spacing } = this.layout.world;
    const points = this.stand.rim();
    for (const board of boards) {
      const center = this.layout.board(board);
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
    return { points, explodeFactor: this.layout.explodeFactor };
  }

  /** Pulls the boards apart to a share of their exploded heights, or back together. */
  explode(end: number, at: () => void): void {
    const start = this.layout.explodeFactor;
    if (start === end) return;
    this.#motions.finish();
    this.#motions.run(EXPLODING, (share) => {
      this.layout.explodeFactor = MathUtils.lerp(start, end, share);
      this.#placeAll();
      at();
    });
  }

  #placeAll(): void {
    this.boards.placeMain();
    this.stand.place();
    for (const model of this.boards.attack) this.boards.settle(model);
    for (const model of this.pieces.models) model.position.copy(this.layout.square(model.square));
  }

  /** Shows what is not there yet: pieces on squares, a board on a pin. */
  showGhosts(ghosts: readonly GhostPiece[], board: { readonly pin: PinName; readonly owner: Color } | null): void {
    for (const model of this.#ghosts) this.pieces.remove(model);
    this.#ghosts = ghosts.map((ghost) => this.pieces.add(ghost, this.layout.square(ghost.square), "ghost"));
    this.boards.showGhost(board);
  }

  /** Levels out of focus go thin, and so do pieces that `hides` names, each in a moment. */
  setFaded(isThin: (level: string) => boolean, hides: (model: PieceModel) => boolean): void {
    this.boards.setFaded(isThin);
    for (const model of this.pieces.models) {
      if (model.role === "ghost" || model.leaving) continue;
      const veil = isThin(levelOf(model.square)) || hides(model) ? 1 : 0;
      if ((this.#veils.get(model) ?? 0) === veil) continue;
      this.#veils.set(model, veil);
      const start = model.fade;
      this.#fades.run(FADING, (share) => {
        // A later fade of the same piece, or its leaving, goes before this one.
        if (this.#veils.get(model) === veil && !model.leaving) model.fade = MathUtils.lerp(start, veil, share);
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
