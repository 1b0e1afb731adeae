// The 3D view of a store: draws the state when it changes and sends the user's input back to it.
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type { MountScene, SceneEvents, SceneHandle } from "../sceneContract";
import type { Store } from "../store";
import { watchThreats } from "../threats";
import type { Preset, SavedView, ViewOptions } from "../view";
import { Appearance, type AppearanceTargets } from "./appearance";
import { CameraController } from "./camera/cameraController";
import {
  diagramAxes,
  explodeFactorFor,
  orbit,
  pan,
  pixelsPerUnit,
  zoom,
  type Viewpoint,
  type Viewport,
} from "./camera/viewpoint";
import { listenForGestures, type Point } from "./input/gestures";
import { hitMatches, Picker, type Hit } from "./input/picker";
import { PointerInput } from "./input/pointerInput";
import { samplePoints, type PickTarget } from "./input/samplePoints";
import { Captions } from "./overlay/captions";
import { activeLevels, NO_HIGHLIGHTS, readHighlights, type Highlights } from "./overlay/highlights";
import { Labels } from "./overlay/labels";
import { LazyLayers } from "./overlay/lazyLayers";
import { Marks } from "./overlay/marks";
import { readPalette } from "./overlay/palette";
import { makeProjection, squareRect } from "./overlay/screenOutlines";
import { controlsOver, type Rect } from "./overlay/screenShapes";
import { Animations } from "./render/animations";
import { watchContextLoss } from "./render/contextLoss";
import { AdaptiveQuality, usesSoftwareRendering } from "./render/quality";
import { RenderLoop, type FrameHooks } from "./render/renderLoop";
import { SceneRenderer } from "./render/sceneRenderer";
import { takeScreenshot } from "./render/screenshot";
import { ChessSet } from "./set/chessSet";
import { GROUND } from "./set/standModel";
import type { Snapshot } from "../../wire/snapshot";
import type { SquareName } from "../../wire/world";
import type { Finale } from "./finale";
import { SHOWROOM, Turntable } from "./showroom";

/** Half extent of the area around the set that receives shadows. */
const SHADOW_EXTENT = 19;
/** How far a selected piece is lifted. */
const SELECTED_LIFT = 0.18;
/** Milliseconds of the check animation. */
const CHECK_PULSE = 1200;
/** Milliseconds by which a slow machine delays drawing after a change, so that the map paints first. */
const MAP_FIRST_DELAY = 120;

export class SceneView implements SceneHandle {
  readonly #canvas: HTMLCanvasElement;
  readonly #store: Store;
  readonly #showroom: ReadonlySignal<boolean>;
  /** The player's options, or those of the showroom. */
  readonly #view: ReadonlySignal<ViewOptions>;
  readonly #turntable: Turntable;
  readonly #renderer: SceneRenderer;
  readonly #set: ChessSet;
  readonly #marks: Marks;
  readonly #labels: Labels;
  readonly #captions: Captions;
  readonly #layers: LazyLayers;
  readonly #picker: Picker;
  readonly #input: PointerInput;
  readonly #camera: CameraController;
  readonly #quality: AdaptiveQuality;
  readonly #appearance: Appearance;
  readonly #loop: RenderLoop;
  readonly #moves: Animations;
  /** Animations that do not block lowering pieces: fading and the check pulse. */
  readonly #fades: Animations;
  readonly #softwareRendering: boolean;
  readonly #cleanups: (() => void)[] = [];
  #highlights: Highlights = NO_HIGHLIGHTS;
  #finale: Finale | null = null;
  /** The squares that a mated king could not flee to. */
  readonly #lit = signal<readonly SquareName[]>([]);
  #paletteIsStale = true;
  #disposed = false;
  /** The page's controls over the canvas. */
  #covered: readonly Rect[] = [];

  constructor(...[canvas, store, showroom, events]: Parameters<MountScene>) {
    this.#canvas = canvas;
    this.#store = store;
    this.#showroom = showroom;
    this.#view = computed(() => ({ ...store.view.value, ...(showroom.value && SHOWROOM) }));
    const view = this.#view.value;
    this.#softwareRendering = view.quality === "auto" && usesSoftwareRendering();
    this.#quality = new AdaptiveQuality(view.quality, this.#softwareRendering);
    this.#appearance = new Appearance(() => this.#view.value);
    const { tier } = this.#quality;
    const { tints } = this.#appearance;
    const animations = this.#makeAnimations();
    this.#moves = animations.moves;
    this.#fades = animations.fades;
    const materials = this.#appearance.materials(tier);
    this.#set = new ChessSet(store.world, this.#moves, this.#fades, tier.detail, tints, materials);
    const { layout } = this.#set;
    this.#renderer = new SceneRenderer(canvas, {
      antialias: tier.name !== "low",
      center: layout.boardPosition(layout.instance("N")),
      shadowExtent: SHADOW_EXTENT,
      ground: GROUND,
      base: this.#set.stand.footprint,
      boards: this.#set.boardFootprints(),
    });
    const moving = [this.#moves, animations.camera, this.#fades];
    this.#loop = new RenderLoop(canvas, this.#renderer, this.#quality, moving, this.#frameHooks());
    this.#marks = new Marks(this.#set);
    this.#labels = new Labels(this.#set);
    this.#captions = new Captions(canvas, layout);
    const requestFrame = () => this.#loop.frames.request();
    const { scene } = this.#renderer;
    this.#layers = new LazyLayers(canvas, this.#set, scene, requestFrame);
    this.#picker = new Picker(this.#set, this.#renderer.camera);
    this.#input = new PointerInput(store, this.#set, (point) => this.#pick(point), requestFrame);
    this.#camera = new CameraController(
      this.#renderer.camera,
      animations.camera,
      () => this.#set.framingSubject(),
      () => this.#viewport(),
    );
    scene.add(this.#set.group, this.#marks.group, this.#labels.mesh);
    this.#applyTheme();
    this.#resize();
    this.#camera.show(view);
    this.#turntable = new Turntable((angle, light) => {
      this.#renderer.turnLight(light);
      this.#moveCamera((seen) => orbit(seen, angle, 0));
    });
    this.#watchCanvas(events);
    this.#watchStore();
    this.#moves.finish();
  }

  setPreset(preset: Preset): void {
    this.#camera.show({ ...this.#view.value, preset });
  }

  turn(right: number, down: number): void {
    this.#moveCamera((view) => orbit(view, right, down));
  }

  currentView(): SavedView {
    return this.#camera.save();
  }

  async snapshotPng(): Promise<Blob> {
    await this.#loop.drawStill();
    return takeScreenshot(this.#canvas);
  }

  async drawTurned(angle: number): Promise<void> {
    // Where it can't be loaded, the best image never comes.
    await import("./render/tiledRenderer");
    this.#turntable.stop();
    this.#camera.moveBy((view) => orbit(view, angle, 0));
    // A frame that was requested before interrupts the best image.
    do await this.#loop.frames.settled();
    while (!(await this.#loop.drawStill()));
  }

  pointOf(target: PickTarget): Point | null {
    this.#camera.apply();
    this.#set.setDiagram(diagramAxes(this.#camera.viewpoint));
    this.#set.update();
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    for (const position of samplePoints(this.#set, target)) {
      position.project(this.#renderer.camera);
      if (Math.abs(position.x) > 1 || Math.abs(position.y) > 1) continue;
      const point = { x: ((position.x + 1) * width) / 2, y: ((1 - position.y) * height) / 2 };
      if (hitMatches(this.#pick(point), target)) return point;
    }
    return null;
  }

  areaOf(square: SquareName): Rect {
    this.#camera.apply();
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return squareRect(this.#set, makeProjection(this.#renderer.camera, width, height), square);
  }

  settled(): Promise<void> {
    return this.#loop.frames.settled();
  }

  dispose(): void {
    this.#disposed = true;
    this.#finale?.stop();
    this.#loop.stop();
    for (const cleanup of this.#cleanups) cleanup();
    for (const part of [this.#layers, this.#captions, this.#labels, this.#marks, this.#set, this.#renderer])
      part.dispose();
    this.#appearance.dispose();
  }

  #makeAnimations(): { readonly moves: Animations; readonly camera: Animations; readonly fades: Animations } {
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    const skipMotion = () => reducedMotion.matches || (this.#softwareRendering && this.#isBesideMap());
    const requestFrame = () => this.#loop.frames.request();
    const fades: Animations = new Animations(skipMotion, () => {
      if (fades.running) requestFrame();
    });
    return {
      moves: new Animations(skipMotion, () => this.#requestAfterMap()),
      camera: new Animations(() => reducedMotion.matches, requestFrame),
      fades,
    };
  }

  #frameHooks(): FrameHooks {
    return {
      applyTier: (tier) => this.#appearance.applyTier(this.#appearanceTargets, tier),
      update: (width, height) => {
        this.#camera.apply();
        this.#applyPalette();
        if (this.#set.setDiagram(diagramAxes(this.#camera.viewpoint))) this.#placeMarks();
        this.#openView(height);
        this.#set.update();
        this.#placeLabels(width, height);
        this.#captions.place(this.#renderer.camera, width, height);
        this.#layers.placeLabels(this.#renderer.camera, width, height, this.#covered);
      },
      placeLabels: (width, height) => this.#placeLabels(width, height),
      cull: (frustum) => this.#set.update(frustum),
      tierChanged: () => this.#resize(),
    };
  }

  #watchCanvas(events: SceneEvents): void {
    const resize = new ResizeObserver(() => this.#resize());
    resize.observe(this.#canvas);
    const stopTurning = () => this.#turntable.stop();
    document.addEventListener("pointerdown", stopTurning);
    this.#cleanups.push(
      () => document.removeEventListener("pointerdown", stopTurning),
      stopTurning,
      () => resize.disconnect(),
      listenForGestures(this.#canvas, {
        hover: (point) => {
          this.#canvas.style.cursor = this.#input.hover(point) ? "pointer" : "";
        },
        click: (point, touch) => this.#input.click(point, touch),
        draws: (event) => this.#store.mode.peek().drawing?.press(event, (x, y) => this.#placeAt(x, y)) ?? false,
        holds: (point) => this.#store.mode.peek().drawing?.pencil.peek() || this.#input.holds(point),
        grab: (point, touch) => this.#input.grab(point, touch),
        drag: (point) => this.#input.drag(point),
        drop: (point) => this.#input.drop(point),
        orbit: (right, down) => this.#moveCamera((view) => orbit(view, -right * 4, down * 3)),
        pan: (right, up) => this.#moveCamera((view) => pan(view, right, up)),
        zoom: (factor) => this.#moveCamera((view) => zoom(view, factor)),
      }),
      watchContextLoss(this.#canvas, {
        restored: () => {
          this.#renderer.dropEnvironment();
          this.#applyTheme();
        },
        lost: () => events.lost(),
      }),
      this.#appearance.watchScheme(() => this.#applyTheme()),
    );
  }

  #watchStore(): void {
    let view = this.#view.value;
    let before: Snapshot | null = null;
    const threats = watchThreats(this.#store);
    const debug = computed(() => this.#view.value.debug);
    this.#cleanups.push(
      effect(() => {
        const snapshot = this.#store.snapshot.value;
        // In a game, not in an exercise or on the home screen.
        const { quiz, editing } = this.#store.mode.value;
        const isGame = !quiz && !editing && !this.#showroom.value;
        this.#set.show(snapshot, isGame ? snapshot.captured : []);
        if (snapshot.check !== null && snapshot.check !== before?.check) this.#pulseCheck();
        this.#finale?.stop();
        this.#finale = null;
        const played = before?.status === "ongoing" && snapshot.ply === before.ply + 1;
        if (played && snapshot.status === "checkmate") void this.#playFinale(snapshot);
        before = snapshot;
        this.#requestAfterMap();
      }),
      effect(() => {
        const lit = this.#lit.value;
        this.#highlights = this.#showroom.value ? NO_HIGHLIGHTS : readHighlights(this.#store, threats, lit);
        this.#showHighlights();
      }),
      effect(() => {
        this.#layers.showOverlay(this.#store.overlay.value);
        this.#requestAfterMap();
      }),
      effect(() => {
        const { boards } = this.#store.snapshot.value;
        this.#layers.showDebug(debug.value ? boards : null);
      }),
      effect(() => {
        const next = this.#view.value;
        const before = view;
        view = next;
        this.#applyView(next, before);
      }),
      effect(() => this.#enterShowroom(this.#showroom.value)),
    );
  }

  #moveCamera(change: (view: Viewpoint) => Viewpoint): void {
    this.#camera.moveBy(change);
    this.#loop.frames.request();
  }

  /** In the showroom nothing is named, and the set turns slowly where that costs a graphics card little. */
  #enterShowroom(entered: boolean): void {
    this.#labels.mesh.visible = !entered;
    const still = this.#softwareRendering || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (entered && !still) this.#turntable.start();
    if (entered) return;
    this.#turntable.stop();
    this.#renderer.turnLight(0);
    this.#camera.settle(this.#view.peek());
  }

  #showHighlights(): void {
    const { ghosts, ghostBoard, captions, pointer, lifted } = this.#highlights;
    this.#set.showGhosts(ghosts, ghostBoard);
    this.#marks.show(this.#highlights);
    this.#captions.show(captions, pointer);
    this.#set.liftPiece(lifted, SELECTED_LIFT, this.#input.dragged);
    this.#requestAfterMap();
  }

  /** Moves marks and overlay to the current positions of their squares. */
  #placeMarks(): void {
    this.#marks.place();
    this.#layers.place();
  }

  async #playFinale(snapshot: Snapshot): Promise<void> {
    const { Finale } = await import("./finale");
    if (this.#disposed || this.#store.snapshot.peek() !== snapshot) return;
    this.#finale = new Finale({ camera: this.#camera, set: this.#set, lit: this.#lit, view: this.#view }, snapshot);
  }

  #pulseCheck(): void {
    this.#fades.run(CHECK_PULSE, (t) => this.#marks.pulse(t === 1 ? 0 : Math.abs(Math.sin(t * Math.PI * 3))));
  }

  /** Clears the view onto the squares that must be seen, and outlines what still hides of the piece under the pointer. */
  #openView(height: number): void {
    const { camera } = this.#renderer;
    this.#set.openView(camera.position, this.#highlights.keepVisible, this.#view.value, this.#input.dragged);
    const slice = this.#set.isDiagram ? null : this.#view.value.slice;
    const hovered = this.#set.isDiagram ? null : this.#store.hovered.value;
    const model = hovered === null ? undefined : this.#set.pieceOn(hovered);
    this.#layers.showSight(model, slice, 1 / pixelsPerUnit(1, height, camera.fov));
  }

  #applyView(view: ViewOptions, before: ViewOptions): void {
    this.#set.explode(view.exploded ? explodeFactorFor(view.preset) : 0, () => {
      this.#placeMarks();
      this.#layers.drawOutlines();
      this.#camera.reframe();
    });
    if (view.preset !== before.preset || view.bottom !== before.bottom) this.#camera.show(view);
    const themeChanged = (["theme", "family"] as const).some((key) => view[key] !== before[key]);
    if (themeChanged) this.#applyTheme();
    this.#appearance.applyGlass();
    this.#loop.frames.request();
  }

  #applyTheme(): void {
    this.#appearance.applyTheme(this.#appearanceTargets, this.#quality.tier);
    this.#paletteIsStale = true;
    this.#loop.skipMeasurements();
    Object.assign(this.#canvas.dataset, { lighting: this.#appearance.lighting, family: this.#view.peek().family });
    this.#loop.frames.request();
  }

  /** Reads the page's colors before the next frame, since the page applies a theme after the store has changed. */
  #applyPalette(): void {
    if (!this.#paletteIsStale) return;
    this.#paletteIsStale = false;
    const palette = readPalette(this.#canvas);
    this.#marks.setPalette(palette);
    this.#layers.readColors();
    this.#appearance.setTargetColor(palette.mark("target"));
  }

  get #appearanceTargets(): AppearanceTargets {
    return { set: this.#set, renderer: this.#renderer, labels: this.#labels };
  }

  #viewport(): Viewport {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return { width: Math.max(1, width), height: Math.max(1, height), covered: this.#covered };
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.#covered = controlsOver(this.#canvas);
    this.#camera.reframe();
    this.#loop.frames.request();
  }

  #pick(point: Point): Hit | null {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const targets = this.#store.targets.value;
    const selection = this.#store.selection.value;
    const premoveTargets = selection?.kind === "premove" ? selection.reach : [];
    return this.#picker.pick((point.x / width) * 2 - 1, 1 - (point.y / height) * 2, {
      highlights: this.#highlights,
      deeper: point.deeper ?? false,
      isTarget: (square) => targets.has(square) || premoveTargets.includes(square),
    });
  }

  /** The square or pin at a point of the window. */
  #placeAt(x: number, y: number): string | null {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const hit = this.#pick({ x: x - left, y: y - top });
    if (!hit) return null;
    return hit.kind === "square" ? hit.square : hit.kind === "landing" ? hit.ghost.square : hit.pin;
  }

  #isBesideMap(): boolean {
    return this.#view.peek().layout === "both";
  }

  /** Requests a frame; beside the map it comes later, so that the map paints first. */
  #requestAfterMap(): void {
    const { frames } = this.#loop;
    if (!this.#isBesideMap()) frames.request();
    else if (this.#softwareRendering) frames.requestAfter(MAP_FIRST_DELAY);
    else frames.requestAfterNext();
  }

  #placeLabels(width: number, height: number): void {
    this.#labels.place({
      camera: this.#renderer.camera,
      width,
      height,
      ratio: this.#renderer.pixelRatio,
      covered: this.#covered,
      names: this.#view.value.labels,
      attention: activeLevels(this.#store, this.#set.layout),
    });
  }
}
