// The physical chess set: places boards and pieces as a Snapshot says and animates the changes.
import { Group, MathUtils, Vector3, type Frustum } from "three";
import type { Color, Snapshot, SnapshotBoard, SnapshotPiece } from "../../wire/snapshot";
import type { Level, PinName, SquareName, World } from "../../wire/world";
import { BoardModels, type AttackBoardModel } from "./boardModels";
import { ContactShadows } from "./contactShadows";
import type { FramingSubject } from "../camera/viewpoint";
import type { Materials } from "../materials/materials";
import type { Animations } from "../render/animations";
import { PieceModels, type PieceModel } from "./pieceModels";
import { WorldLayout } from "./worldLayout";
import type { GhostPiece } from "../overlay/highlights";
import type { TileTints } from "../geometry/boards";
import type { Detail } from "../geometry/lathe";
import { StandModel } from "./standModel";
import { transition } from "./transition";

/** Animation durations in milliseconds. */
const MIN_MOVE = 180;
const MAX_MOVE = 350;
const EXPLODE = 450;
const FADE = 200;
/** Space to keep in view around a board for its frame, and above it for a piece. */
const FRAME_MARGIN = 0.4;
const PIECE_MARGIN = 2.3;

export class ChessSet {
  readonly group = new Group();
  readonly layout: WorldLayout;
  readonly boards: BoardModels;
  readonly pieces: PieceModels;
  readonly stand: StandModel;
  readonly #shadows = new ContactShadows();
  readonly #moves: Animations;
  readonly #fades: Animations;
  #snapshot: Snapshot | null = null;
  #ghosts: PieceModel[] = [];
  /** The fade each piece has or is animated to. */
  readonly #fadeTargets = new WeakMap<PieceModel, number>();

  constructor(
    world: World,
    moves: Animations,
    fades: Animations,
    detail: Detail,
    tints: TileTints,
    materials: Materials,
  ) {
    this.layout = new WorldLayout(world);
    this.#moves = moves;
    this.#fades = fades;
    this.boards = new BoardModels(this.layout, detail, tints, materials);
    this.pieces = new PieceModels(detail, materials);
    this.stand = new StandModel(this.layout, detail, materials);
    this.group.add(this.stand.group, this.boards.group, this.#shadows.mesh, this.pieces.group);
    this.#placeAll();
  }

  pieceOn(square: SquareName): PieceModel | undefined {
    for (const model of this.pieces.models) {
      if (model.square === square && !model.ghost && !model.leaving) return model;
    }
    return undefined;
  }

  boardOn(pin: string): AttackBoardModel | undefined {
    return this.boards.attack.find((model) => model.pin === pin);
  }

  /** Shows a Snapshot and animates the difference to the previous one. */
  show(snapshot: Snapshot): void {
    this.#moves.finish();
    const before = this.#snapshot;
    this.#snapshot = snapshot;
    if (!before) {
      for (const board of snapshot.boards) this.boards.setController(this.boards.addAttack(board), board.controller);
      for (const piece of snapshot.pieces) this.pieces.add(piece, this.layout.squarePosition(piece.square));
      this.#placeAll();
      return;
    }
    const changes = transition(before, snapshot);
    // Look up all models before moving any: castling swaps two pieces, a jump in the move list can swap boards.
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
        const rides =
          this.layout.levelOf(each.from.square) === from.pin && this.layout.levelOf(each.to.square) === to.pin;
        return rides && each.model && from.riders === 1 ? [each.model] : [];
      });
      for (const rider of riders) carried.add(rider);
      this.#animateBoard(model, to, riders);
    }
    for (const { model, to } of moved) {
      if (!model) continue;
      if (carried.has(model)) model.kind = to.kind;
      else this.#animatePiece(model, to);
    }
    for (const model of left) if (model) this.#animateCapture(model);
    for (const piece of changes.pieces.came) this.pieces.add(piece, this.layout.squarePosition(piece.square));
  }

  #animatePiece(model: PieceModel, to: SnapshotPiece): void {
    const start = model.position.clone();
    const startLift = model.lift;
    const end = this.layout.squarePosition(to.square);
    const distance = start.distanceTo(end);
    const arch = model.kind === "knight" ? 1.1 : Math.abs(end.y - start.y) > 0.1 ? 0.7 : 0.25;
    this.#moves.run(
      MathUtils.clamp(MIN_MOVE + distance * 14, MIN_MOVE, MAX_MOVE),
      (t) => {
        model.position.lerpVectors(start, end, t);
        model.lift = startLift * (1 - t) + Math.sin(t * Math.PI) * arch;
      },
      () => {
        model.lift = 0;
        model.kind = to.kind;
      },
    );
  }

  #animateCapture(model: PieceModel): void {
    model.leaving = true;
    this.#moves.run(
      MIN_MOVE + 60,
      (t) => {
        model.fade = t;
        model.scale = 1 - 0.6 * t;
        model.lift = t * 0.6;
      },
      () => {
        this.pieces.remove(model);
      },
    );
  }

  /** Moves a board to its new pin and rotation, with its riders. */
  #animateBoard(model: AttackBoardModel, { instance, pin }: SnapshotBoard, riders: readonly PieceModel[]): void {
    const { group } = model;
    const start = group.position.clone();
    const startTurn = group.rotation.y;
    const startFoot = this.layout.socketPosition(model.pin).y;
    model.pin = pin;
    model.instance = instance;
    const target = this.layout.instance(instance);
    const end = this.layout.boardPosition(target);
    const turn = (target.rotation * Math.PI) / 180 - startTurn;
    const endFoot = this.layout.socketPosition(pin).y;
    const offsets = riders.map((rider) => rider.position.clone().sub(start));
    const spin = new Vector3(0, 1, 0);
    this.#moves.run(
      MAX_MOVE,
      (t) => {
        group.position.lerpVectors(start, end, t);
        const lift = Math.sin(t * Math.PI) * 1.2;
        group.position.y += lift;
        group.rotation.y = startTurn + turn * t;
        this.boards.stretchPost(model, MathUtils.lerp(startFoot, endFoot, t) + lift);
        riders.forEach((rider, index) => {
          const offset = offsets[index];
          if (offset)
            rider.position
              .copy(offset)
              .applyAxisAngle(spin, turn * t)
              .add(group.position);
        });
      },
      () => {
        this.boards.place(model);
        for (const rider of riders) rider.position.copy(this.layout.squarePosition(rider.square));
      },
    );
  }

  /** Lifts the piece on a square and lowers the others, except the dragged one. */
  liftPiece(square: SquareName | null, height: number, dragged: PieceModel | null): void {
    if (this.#moves.running) return;
    for (const model of this.pieces.models) {
      if (!model.ghost && model !== dragged) model.lift = model.square === square ? height : 0;
    }
  }

  /** The points that the camera must keep in view: every board with space for a piece, and the base. */
  framingSubject(): FramingSubject {
    const { boards, spacing } = this.layout.world;
    const points = this.stand.baseOutline();
    for (const board of boards) {
      const center = this.layout.boardPosition(board);
      points.push(center);
      for (const right of [-0.5, 0.5]) {
        for (const back of [-0.5, 0.5]) {
          const x = center.x + right * (board.size[0] * spacing + FRAME_MARGIN);
          const z = center.z + back * (board.size[1] * spacing + FRAME_MARGIN);
          points.push(new Vector3(x, center.y - 0.2, z));
          const inner = [
            center.x + right * (board.size[0] - 0.5) * spacing,
            center.z + back * (board.size[1] - 0.5) * spacing,
          ];
          points.push(new Vector3(inner[0], center.y + PIECE_MARGIN, inner[1]));
        }
      }
    }
    return { points, explodeFactor: this.layout.explodeFactor };
  }

  /** Animates the explode factor; `onStep` runs after every step. */
  explode(end: number, onStep: () => void): void {
    const start = this.layout.explodeFactor;
    if (start === end) return;
    this.#moves.finish();
    this.#moves.run(EXPLODE, (t) => {
      this.layout.explodeFactor = MathUtils.lerp(start, end, t);
      this.#placeAll();
      onStep();
    });
  }

  #placeAll(): void {
    this.boards.placeFixed();
    this.stand.place();
    for (const model of this.boards.attack) this.boards.place(model);
    for (const model of this.pieces.models) model.position.copy(this.layout.squarePosition(model.square));
  }

  /** Shows previews of pieces and of a board, replacing the previous ones. */
  showGhosts(ghosts: readonly GhostPiece[], board: { readonly pin: PinName; readonly owner: Color } | null): void {
    for (const model of this.#ghosts) this.pieces.remove(model);
    this.#ghosts = ghosts.map((ghost) => this.pieces.add(ghost, this.layout.squarePosition(ghost.square), true));
    this.boards.showGhost(board);
  }

  /** Fades the levels and pieces for which the predicates hold. */
  setFaded(isLevelFaded: (level: Level) => boolean, isPieceFaded: (model: PieceModel) => boolean): void {
    this.boards.setFaded(isLevelFaded);
    for (const model of this.pieces.models) {
      if (model.ghost || model.leaving) continue;
      const target = isLevelFaded(this.layout.levelOf(model.square)) || isPieceFaded(model) ? 1 : 0;
      if ((this.#fadeTargets.get(model) ?? 0) === target) continue;
      this.#fadeTargets.set(model, target);
      const start = model.fade;
      this.#fades.run(FADE, (t) => {
        // A later fade or a capture overrides this one.
        if (this.#fadeTargets.get(model) === target && !model.leaving) model.fade = MathUtils.lerp(start, target, t);
      });
    }
  }

  /** Updates the instanced meshes, limited to the frustum if one is given. */
  update(frustum: Frustum | null = null): void {
    this.pieces.update(frustum);
    this.#shadows.update(this.pieces.models, frustum);
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
