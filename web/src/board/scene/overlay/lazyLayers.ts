// The parts of the scene that are loaded when they are first needed: what a mode draws over the boards, the outlines of
// debug mode, and what helps to see into the set.
import type { PerspectiveCamera, Scene } from "three";
import type { SnapshotBoard } from "../../../wire/snapshot";
import type { Overlay } from "../../overlay";
import type { ChessSet } from "../set/chessSet";
import type { PieceModel } from "../set/pieceModels";
import type { DebugOverlay } from "./debugOverlay";
import type { OverlayLayer } from "./overlayLayer";
import type { Rect } from "./screenShapes";
import type { Sight } from "./sight";

export class LazyLayers {
  readonly #canvas: HTMLCanvasElement;
  readonly #set: ChessSet;
  readonly #scene: Scene;
  readonly #requestFrame: () => void;
  #overlay: OverlayLayer | null = null;
  #drawn: Overlay | null = null;
  #outlined: readonly SnapshotBoard[] | null = null;
  #debug: DebugOverlay | null = null;
  #sight: Sight | null = null;
  #disposed = false;

  constructor(canvas: HTMLCanvasElement, set: ChessSet, scene: Scene, requestFrame: () => void) {
    this.#canvas = canvas;
    this.#set = set;
    this.#scene = scene;
    this.#requestFrame = requestFrame;
  }

  /** Shows what the mode draws. */
  showOverlay(drawn: Overlay | null): void {
    this.#drawn = drawn;
    if (drawn && !this.#overlay) void this.#loadOverlay();
    this.#overlay?.show(drawn);
    if (this.#overlay) this.#canvas.dataset["arrows"] = String(drawn?.arrows.length ?? 0);
  }

  /** Outlines all boards, those of the set in another color; null outlines none. */
  showDebug(boards: readonly SnapshotBoard[] | null): void {
    this.#outlined = boards;
    if (boards && !this.#debug) void this.#loadDebug();
    if (!this.#debug) return;
    this.#debug.show(boards && new Set(boards.map(({ instance }) => instance)));
    this.#requestFrame();
  }

  /** Shows the contour of the hidden part of a piece, and the light at a storey. */
  showSight(piece: PieceModel | undefined, storey: number | null, pixelSize: number): void {
    if (!this.#sight && (piece || storey !== null)) void this.#loadSight();
    this.#sight?.show(piece, storey, pixelSize);
  }

  /** Moves the overlay to the current positions of its squares. */
  place(): void {
    this.#overlay?.place();
  }

  drawOutlines(): void {
    this.#debug?.drawOutlines();
  }

  placeLabels(camera: PerspectiveCamera, width: number, height: number, covered: readonly Rect[]): void {
    this.#debug?.placeLabels(camera, width, height, covered);
  }

  readColors(): void {
    this.#overlay?.readColors(this.#canvas);
  }

  dispose(): void {
    this.#disposed = true;
    for (const part of [this.#overlay, this.#debug, this.#sight]) part?.dispose();
  }

  async #loadOverlay(): Promise<void> {
    const { OverlayLayer: Layer } = await import("./overlayLayer");
    if (this.#overlay || this.#disposed) return;
    this.#overlay = new Layer(this.#set);
    this.#scene.add(this.#overlay.group);
    this.readColors();
    this.showOverlay(this.#drawn);
    this.#requestFrame();
  }

  async #loadDebug(): Promise<void> {
    const { DebugOverlay: Overlay } = await import("./debugOverlay");
    if (this.#debug || this.#disposed) return;
    this.#debug = new Overlay(this.#canvas, this.#set.layout);
    this.#scene.add(this.#debug.lines);
    this.showDebug(this.#outlined);
  }

  async #loadSight(): Promise<void> {
    const { Sight: Part } = await import("./sight");
    if (this.#sight || this.#disposed) return;
    this.#sight = new Part(this.#set);
    this.#scene.add(this.#sight.group);
    this.#requestFrame();
  }
}
