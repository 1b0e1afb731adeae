// The physical chess set: places boards and pieces as a Snapshot says and animates the changes.
import { Group, MathUtils, Vector3, type Frustum } from "three";
import type { Color, Snapshot, SnapshotBoard, SnapshotPiece } from "../../../wire/snapshot";
import type { Level, PinName, SquareName, World } from "../../../wire/world";
import type { ViewOptions } from "../../view";
import { BoardModels, type AttackBoardModel } from "./boardModels";
import { CapturedPieces } from "./capturedPieces";
import { ContactShadows } from "./contactShadows";
import type { DiagramAxes, FramingSubject } from "../camera/viewpoint";
import type { Materials } from "../materials/materials";
import type { Animations } from "../render/animations";
import { diagramCell } from "./diagram";
import { DiagramSymbols } from "./diagramSymbols";
import { crossesPlate, occludes, type Plate } from "./occlusion";
import { PieceModels, type PieceModel } from "./pieceModels";
import { WorldLayout } from "./worldLayout";
import type { GhostPiece } from "../overlay/highlights";
import type { TileTints } from "../geometry/boards";
import { HEIGHT } from "../geometry/pieces";
import type { Detail } from "../geometry/lathe";
import { StandModel } from "./standModel";
import { transition } from "./transition";

/** Animation durations in milliseconds. */
const MIN_MOVE = 260;
const MAX_MOVE = 620;
const CASTLE = 900;
const BOARD_MOVE = 1100;
const EXPLODE = 450;
/** How far a board is lifted while it travels. */
const BOARD_LIFT = 1.8;
/** How far it swings out on its way to another level, past the edges of the main boards. */
const BOARD_SWING = 2.8;
const FADE = 200;
/** The point above the middle of a square that must stay visible. */
const SIGHT = new Vector3(0, 0.35, 0);
/** Space to keep in view around a board for its frame, and above it for a piece. */
const FRAME_MARGIN = 0.4;
const PIECE_MARGIN = 2.3;

/** Heights in the diagram, above every board. */
const DIAGRAM_MARKS = 40;
const DIAGRAM_SYMBOLS = 41;
/** Size of a symbol in a whole cell, in squares. */
const SYMBOL_SIZE = 1;

/** Where a square is drawn: its center, and its size compared to a whole square. */
export interface Placement {
  readonly position: Vector3;
  readonly scale: number;
}

export class ChessSet {
  readonly group = new Group();
  readonly layout: WorldLayout;
  readonly boards: BoardModels;
  readonly pieces: PieceModels;
  readonly stand: StandModel;
  readonly #captured: CapturedPieces;
  readonly #shadows = new ContactShadows();
  readonly #symbols = new DiagramSymbols();
  #diagram: DiagramAxes | null = null;
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
    this.#captured = new CapturedPieces(this.pieces, moves, this.layout);
    this.stand = new StandModel(this.layout, detail, materials);
    this.group.add(this.stand.group, this.boards.group, this.#shadows.mesh, this.pieces.group, this.#symbols.mesh);
    this.#placeAll();
  }

  pieceOn(square: SquareName): PieceModel | undefined {
    for (const model of this.pieces.models) {
      if (model.square === square && !model.ghost) return model;
    }
    return undefined;
  }

  /** The pawns in a special state, such as frozen. */
  markedPieces(): { readonly model: PieceModel; readonly marks: SnapshotPiece["marks"] }[] {
    return (this.#snapshot?.pieces ?? []).flatMap(({ square, marks }) => {
      const model = marks.length > 0 ? this.pieceOn(square) : undefined;
      return model ? [{ model, marks }] : [];
    });
  }

  boardOn(pin: string): AttackBoardModel | undefined {
    return this.boards.attack.find((model) => model.pin === pin);
  }

  /** Shows a Snapshot with these captured pieces, and animates the difference to the previous one. */
  show(snapshot: Snapshot, captured = snapshot.captured): void {
    this.#moves.finish();
    const before = this.#snapshot;
    this.#snapshot = snapshot;
    if (!before) {
      for (const board of snapshot.boards) this.#addBoard(board);
      this.#captured.show(captured, new Set(), snapshot.pieces);
      this.#placeAll();
      return;
    }
    const changes = transition(before, snapshot);
    // Look up all models before moving any: castling swaps two pieces, a jump in the move list can swap boards.
    const moved = changes.pieces.moved.map((change) => ({ ...change, model: this.pieceOn(change.from.square) }));
    const left = changes.pieces.left.flatMap((piece) => this.pieceOn(piece.square) ?? []);
    const boards = changes.boards.map((change) => ({ ...change, model: this.boardOn(change.from.pin) }));
    // An edited position may have more or fewer boards.
    const kept = new Set(boards.map(({ model }) => model));
    const stay = new Set(boards.map(({ to }) => to));
    for (const model of [...this.boards.attack]) if (!kept.has(model)) this.boards.removeAttack(model);
    for (const board of snapshot.boards) if (!stay.has(board)) this.#addBoard(board);
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
    const alone = moved.filter(({ model }) => model && !carried.has(model));
    for (const { model, to } of moved) {
      if (!model) continue;
      if (carried.has(model)) model.kind = to.kind;
      else this.#animatePiece(model, to, alone.length > 1);
    }
    for (const model of left) this.#fadeTargets.delete(model);
    this.#captured.show(captured, new Set(left), changes.pieces.came);
  }

  #addBoard(board: SnapshotBoard): void {
    const model = this.boards.addAttack(board);
    this.boards.setController(model, board.controller);
    this.boards.place(model);
  }

  /** Moves a piece. Two pieces move together when a player castles: they take the same time, the king over the rook. */
  #animatePiece(model: PieceModel, to: SnapshotPiece, together: boolean): void {
    const start = model.position.clone();
    const startLift = model.lift;
    const end = this.layout.squarePosition(to.square);
    const distance = start.distanceTo(end);
    const over = together ? model.kind === "king" : model.kind === "knight";
    const arch = over ? 1.1 + (together ? HEIGHT.rook : 0) : Math.abs(end.y - start.y) > 0.1 ? 0.9 : 0.3;
    this.#moves.run(
      together ? CASTLE : MathUtils.clamp(MIN_MOVE + distance * 26, MIN_MOVE, MAX_MOVE),
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

  /** Lifts a board off its pin, carries it with its riders to its new pin and rotation, and lowers it. */
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
    const side = Math.sign(start.x + end.x - 2 * this.layout.boardPosition(this.layout.instance("N")).x);
    const swing = start.y === end.y ? 0 : side * BOARD_SWING;
    const offsets = riders.map((rider) => rider.position.clone().sub(start));
    const spin = new Vector3(0, 1, 0);
    this.#moves.run(
      BOARD_MOVE,
      (t) => {
        const travel = MathUtils.smoothstep(t, 0.2, 0.8);
        const raised = MathUtils.smoothstep(t, 0, 0.3) - MathUtils.smoothstep(t, 0.7, 1);
        const lift = BOARD_LIFT * raised;
        group.position.lerpVectors(start, end, travel);
        group.position.x += swing * raised;
        group.position.y += lift;
        group.rotation.y = startTurn + turn * travel;
        this.boards.stretchPost(model, MathUtils.lerp(startFoot, endFoot, travel) + lift);
        riders.forEach((rider, index) => {
          const offset = offsets[index];
          if (offset)
            rider.position
              .copy(offset)
              .applyAxisAngle(spin, turn * travel)
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

  /** The main boards as seen from above. */
  boardFootprints(): Plate[] {
    return this.boards.main.map(({ level }) => this.#plateOf(level));
  }

  #plateOf(level: Level): Plate {
    const board = this.layout.boardOfLevel(level);
    const [halfWidth = 0, halfDepth = 0] = board.size.map((squares) => (squares * this.layout.world.spacing) / 2);
    return { center: this.layout.boardPosition(board), halfWidth, halfDepth };
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

  /**
   * Opens the view from an eye onto squares: boards and pieces in the way turn to clear glass, except those that hold
   * one of the squares. Levels that are out of focus fade.
   */
  openView(
    eye: Vector3,
    squares: readonly SquareName[],
    { focus, slice }: Pick<ViewOptions, "focus" | "slice">,
    dragged: PieceModel | null,
  ): void {
    const { layout } = this;
    const shown = new Set(this.isDiagram ? [] : squares);
    const points = [...shown].map((square) => layout.squarePosition(square).add(SIGHT));
    const levels = new Set<Level>([...shown].map((square) => layout.levelOf(square)));
    const inTheWay = (level: Level) => !levels.has(level) && crossesPlate(this.#plateOf(level), eye, points);
    const isFaded = (level: Level) =>
      (focus !== null && layout.mainLevel(level) !== focus) || (slice !== null && layout.storeyOf(level) !== slice);
    this.boards.setLooks((level) => (isFaded(level) ? "faded" : inTheWay(level) ? "clear" : "solid"));
    this.#fadePieces(
      (model) =>
        isFaded(layout.levelOf(model.square)) ||
        model === dragged ||
        (!shown.has(model.square) && occludes(model, eye, points)),
    );
  }

  #fadePieces(isFaded: (model: PieceModel) => boolean): void {
    for (const model of this.pieces.models) {
      if (model.ghost) continue;
      const target = isFaded(model) ? 1 : 0;
      if ((this.#fadeTargets.get(model) ?? 0) === target) continue;
      this.#fadeTargets.set(model, target);
      const start = model.fade;
      this.#fades.run(FADE, (t) => {
        // A later fade or a capture overrides this one.
        if (this.#fadeTargets.get(model) === target) model.fade = MathUtils.lerp(start, target, t);
      });
    }
  }

  /** Whether the set is drawn as a flat diagram. */
  get isDiagram(): boolean {
    return this.#diagram !== null;
  }

  /** Draws flat symbols instead of pieces, for the view from above; null draws the pieces. Returns whether it changed. */
  setDiagram(axes: DiagramAxes | null): boolean {
    const changed = (axes === null) !== (this.#diagram === null);
    this.#diagram = axes;
    this.#symbols.mesh.visible = axes !== null;
    for (const part of [this.pieces.group, this.#shadows.mesh, this.stand.group]) part.visible = axes === null;
    for (const { post } of this.boards.attack) post.visible = axes === null;
    return changed;
  }

  /** The existing squares of a square's column, lowest first. */
  columnOf(square: SquareName): readonly SquareName[] {
    const { world } = this.layout;
    const squares = world.columns[this.layout.square(square).column] ?? [];
    return squares.filter((each) => {
      const level = this.layout.levelOf(each);
      return this.layout.isMain(level) || this.boardOn(level) !== undefined;
    });
  }

  /** Where a square is drawn now: on its board, or in its cell of the diagram. */
  placementOf(square: SquareName): Placement {
    const position = this.layout.squarePosition(square);
    if (!this.#diagram) return { position, scale: 1 };
    const scale = this.#moveToCell(position, square).scale;
    return { position: position.setY(DIAGRAM_MARKS), scale };
  }

  #moveToCell(position: Vector3, square: SquareName): { readonly scale: number } {
    const cell = diagramCell(square, this.columnOf(square));
    const { squareSize } = this.layout.world;
    if (this.#diagram) {
      position
        .addScaledVector(this.#diagram.right, cell.right * squareSize)
        .addScaledVector(this.#diagram.up, cell.up * squareSize);
    }
    return cell;
  }

  #updateSymbols(): void {
    const { squareSize } = this.layout.world;
    const symbols = [...this.pieces.models].map((model) => {
      const center = model.position.clone();
      const { scale } = this.#moveToCell(center, model.square);
      const size = squareSize * SYMBOL_SIZE * scale * model.scale * (1 + model.lift * 0.2);
      const opacity = model.ghost ? 0.55 : 1 - 0.7 * model.fade;
      return { kind: model.kind, color: model.color, center: center.setY(DIAGRAM_SYMBOLS), size, opacity };
    });
    this.#symbols.show(symbols);
  }

  /** Updates the instanced meshes, limited to the frustum if one is given. */
  update(frustum: Frustum | null = null): void {
    if (this.#diagram) return this.#updateSymbols();
    this.pieces.update(frustum);
    this.#shadows.update(this.pieces.all, frustum);
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
    this.#symbols.dispose();
    this.stand.dispose();
  }
}
