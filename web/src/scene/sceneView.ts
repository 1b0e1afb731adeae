// The 3D view of a store: draws what the state says, when it changes, and sends back what a person does with the set.
import { effect } from "@preact/signals-core";
import { Color, Vector3, type Frustum } from "three";
import type { SceneEvents, SceneHandle } from "../state/sceneContract";
import type { Store } from "../state/store";
import { watchThreats } from "../state/threats";
import type { Preset, SavedView, ViewOptions } from "../state/view";
import type { Rect } from "./overlay/screenShapes";
import { orbit, pan, explodeFactorFor, zoom, type Viewport, type Viewpoint } from "./camera/viewpoint";
import { CameraController } from "./camera/cameraController";
import { Captions } from "./overlay/captions";
import { DebugOutlines, debugCaptions } from "./overlay/debugOutlines";
import { FrameScheduler } from "./render/frameScheduler";
import { listenForGestures, type Point } from "./input/gestures";
import { PointerInput } from "./input/pointerInput";
import { occludes } from "./set/occlusion";
import { Labels } from "./overlay/labels";
import { Marks } from "./overlay/marks";
import { glassOpacity } from "./materials/materials";
import { Animations } from "./render/animations";
import { hitMatches, Picker, type Hit } from "./input/picker";
import { takeScreenshot } from "./render/screenshot";
import { levelOf } from "./set/worldLayout";
import { samplePoints, type PickTarget } from "./input/samplePoints";
import { usesSoftwareRendering, AdaptiveQuality, type QualityTier } from "./render/quality";
import { NO_HIGHLIGHTS, readHighlights, type Highlights } from "./overlay/highlights";
import { ChessSet } from "./set/chessSet";
import type { TileTints } from "./geometry/boards";
import { SceneRenderer } from "./render/sceneRenderer";
import { GROUND } from "./set/standModel";
import {
  BOARD_THEMES,
  boardThemeName,
  pieceThemeName,
  type BoardThemeName,
  type Glass,
  type Lighting,
} from "./materials/themes";
import { MaterialCache } from "./materials/materialCache";

/** How far the light's shadows must reach around the middle of the set. */
const SHADOW_EXTENT = 17;
const RAISED = 0.18;
const PULSE = 1200;
/** A lost graphics context that is not given back within this time is taken for gone. */
const GIVEN_BACK_WITHIN = 4000;
/** Milliseconds that a slow machine leaves to the map, before it draws here what the map shows already. */
const MAP_FIRST = 120;

export class SceneView implements SceneHandle {
  readonly #canvas: HTMLCanvasElement;
  readonly #store: Store;
  readonly #stage: SceneRenderer;
  readonly #set: ChessSet;
  readonly #marks: Marks;
  readonly #labels: Labels;
  readonly #captions: Captions;
  readonly #outlines: DebugOutlines;
  readonly #picker: Picker;
  readonly #hands: PointerInput;
  readonly #cameraman: CameraController;
  readonly #motions: Animations;
  readonly #cameraMotions: Animations;
  /** What comes and goes in its place: pieces that fade, a check that pulses. They keep nothing from being set down. */
  readonly #fades: Animations;
  readonly #gauge: AdaptiveQuality;
  readonly #frames: FrameScheduler;
  /** The processor draws: what matters most goes first, and the rest waits until nothing else is to be done. */
  readonly #slow: boolean;
  readonly #cleanups: (() => void)[] = [];
  readonly #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #darkness = matchMedia("(prefers-color-scheme: dark)");
  #wardrobe: MaterialCache;
  #worn: QualityTier | null = null;
  #highlights: Highlights = NO_HIGHLIGHTS;
  #drawn = 0;
  #timing = 0;
  /** Frames whose time says nothing, since materials are made ready in them. */
  #fresh = 2;
  #covered: readonly Rect[] = [];
  /** The better picture of what was drawn last, under way or shown. */
  #refining: Promise<boolean> | null = null;

  constructor(canvas: HTMLCanvasElement, store: Store, events: SceneEvents) {
    this.#canvas = canvas;
    this.#store = store;
    const view = store.view.value;
    this.#slow = view.quality === "auto" && usesSoftwareRendering();
    const still = () => this.#reduced.matches || (this.#slow && this.#besideMap());
    this.#frames = new FrameScheduler(
      (now) => this.#frame(now),
      () => void this.#refine(),
    );
    const wake = () => this.#frames.request();
    this.#gauge = new AdaptiveQuality(view.quality, this.#slow);
    this.#motions = new Animations(still, () => this.#follow());
    this.#cameraMotions = new Animations(() => this.#reduced.matches, wake);
    this.#fades = new Animations(still, () => {
      if (this.#fades.running) wake();
    });
    const { tier } = this.#gauge;
    this.#wardrobe = this.#wardrobeFor(view);
    const glass = tints(boardThemeName(view.boardTheme));
    const outfit = this.#wardrobe.forTier(tier);
    this.#set = new ChessSet(store.world, this.#motions, this.#fades, tier.detail, glass, outfit);
    this.#stage = new SceneRenderer(canvas, {
      antialias: tier.name !== "low",
      center: this.#set.layout.boardPosition(this.#set.layout.instance("N")),
      shadowExtent: SHADOW_EXTENT,
      ground: GROUND,
    });
    this.#marks = new Marks(this.#set.layout);
    this.#labels = new Labels(this.#set);
    this.#captions = new Captions(canvas, this.#set.layout);
    this.#outlines = new DebugOutlines(this.#set.layout);
    this.#outlines.show(view.debug);
    this.#picker = new Picker(this.#set, this.#stage.camera);
    this.#hands = new PointerInput(store, this.#set, (point) => this.#pick(point), wake);
    this.#cameraman = new CameraController(
      this.#stage.camera,
      this.#cameraMotions,
      () => this.#set.framingSubject(),
      () => this.#room(),
    );
    this.#stage.scene.add(this.#set.group, this.#marks.group, this.#labels.mesh, this.#outlines.lines);
    this.#dress(view);
    this.#resize();
    this.#cameraman.show(view);
    this.#watchCanvas(events);
    this.#watchStore();
    this.#motions.finish();
  }

  setPreset(preset: Preset): void {
    this.#cameraman.show({ ...this.#store.view.value, preset });
  }

  currentView(): SavedView {
    return this.#cameraman.save();
  }

  async snapshotPng(): Promise<Blob> {
    for (const motions of [this.#motions, this.#cameraMotions, this.#fades]) motions.finish();
    this.#draw();
    if (!(await this.#refine())) {
      this.#draw();
      this.#frames.request();
    }
    return takeScreenshot(this.#canvas, this.#lighting());
  }

  pointOf(target: PickTarget): Point | null {
    this.#cameraman.apply();
    this.#set.update();
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    for (const place of samplePoints(this.#set, target)) {
      place.project(this.#stage.camera);
      if (Math.abs(place.x) > 1 || Math.abs(place.y) > 1) continue;
      const point = { x: ((place.x + 1) * width) / 2, y: ((1 - place.y) * height) / 2 };
      if (hitMatches(this.#pick(point), target)) return point;
    }
    return null;
  }

  settled(): Promise<void> {
    return this.#frames.settled();
  }

  dispose(): void {
    this.#frames.stop();
    cancelAnimationFrame(this.#timing);
    for (const cleanup of this.#cleanups) cleanup();
    for (const part of [this.#captions, this.#outlines, this.#labels, this.#marks, this.#set, this.#stage])
      part.dispose();
    this.#wardrobe.dispose();
  }

  #watchCanvas(events: SceneEvents): void {
    const resize = new ResizeObserver(() => this.#resize());
    resize.observe(this.#canvas);
    const steer = (change: (view: Viewpoint) => Viewpoint) => {
      this.#cameraman.moveBy(change);
      this.#frames.request();
    };
    const stopListening = listenForGestures(this.#canvas, {
      hover: (point) => {
        this.#canvas.style.cursor = this.#hands.hover(point) ? "pointer" : "";
      },
      click: (point, touch) => this.#hands.click(point, touch),
      grab: (point, touch) => this.#hands.grab(point, touch),
      drag: (point) => this.#hands.drag(point),
      drop: (point) => this.#hands.drop(point),
      orbit: (right, down) => steer((view) => orbit(view, -right * 4, down * 3)),
      pan: (right, up) => steer((view) => pan(view, right, up)),
      zoom: (factor) => steer((view) => zoom(view, factor)),
    });
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    const lost = (event: Event) => {
      event.preventDefault();
      giveUp = setTimeout(() => events.lost(), GIVEN_BACK_WITHIN);
    };
    const restored = () => {
      clearTimeout(giveUp);
      this.#stage.dropEnvironment();
      this.#dress(this.#store.view.value);
    };
    const relight = () => this.#dress(this.#store.view.value);
    this.#canvas.addEventListener("webglcontextlost", lost);
    this.#canvas.addEventListener("webglcontextrestored", restored);
    this.#darkness.addEventListener("change", relight);
    this.#cleanups.push(
      () => resize.disconnect(),
      stopListening,
      () => clearTimeout(giveUp),
      () => this.#canvas.removeEventListener("webglcontextlost", lost),
      () => this.#canvas.removeEventListener("webglcontextrestored", restored),
      () => this.#darkness.removeEventListener("change", relight),
    );
  }

  #watchStore(): void {
    let view = this.#store.view.value;
    let check: string | null = null;
    const threats = watchThreats(this.#store);
    this.#cleanups.push(
      () => threats.dispose(),
      effect(() => {
        const snapshot = this.#store.snapshot.value;
        this.#set.show(snapshot);
        if (snapshot.check !== null && snapshot.check !== check) this.#pulse();
        check = snapshot.check;
        this.#follow();
      }),
      effect(() => {
        this.#highlights = readHighlights(this.#store, threats);
        this.#say();
      }),
      effect(() => {
        const next = this.#store.view.value;
        const before = view;
        view = next;
        this.#applyView(next, before);
      }),
    );
  }

  #say(): void {
    const { ghosts, ghostBoard, captions, lifted } = this.#highlights;
    this.#set.showGhosts(ghosts, ghostBoard);
    this.#marks.show(this.#highlights);
    this.#captions.show(this.#store.view.peek().debug ? [...captions, ...debugCaptions(this.#store.world)] : captions);
    this.#set.liftPiece(lifted, RAISED, this.#hands.dragged);
    this.#follow();
  }

  /** A check beats a few times, then stays marked. */
  #pulse(): void {
    this.#fades.run(PULSE, (share) => this.#marks.pulse(share === 1 ? 0 : Math.abs(Math.sin(share * Math.PI * 3))));
  }

  /** Thins what is out of focus or hides what must be seen. */
  #uncover(): void {
    const { focus } = this.#store.view.value;
    const { layout } = this.#set;
    const { keepVisible } = this.#highlights;
    const points = keepVisible.map((square) => layout.squarePosition(square).add(new Vector3(0, 0.35, 0)));
    const eye = this.#stage.camera.position;
    const shown = new Set(keepVisible);
    const { dragged } = this.#hands;
    this.#set.setFaded(
      (level) => focus !== null && layout.mainLevel(level) !== focus,
      (model) => model === dragged || (!shown.has(model.square) && occludes(model, eye, points)),
    );
  }

  #applyView(view: ViewOptions, before: ViewOptions): void {
    this.#set.explode(view.exploded ? explodeFactorFor(view.preset) : 0, () => {
      this.#marks.place();
      this.#outlines.place();
      this.#cameraman.reframe();
    });
    if (view.preset !== before.preset || view.bottom !== before.bottom) this.#cameraman.show(view);
    const dressed = (["theme", "boardTheme", "pieceTheme"] as const).some((key) => view[key] !== before[key]);
    if (dressed) this.#dress(view);
    this.#wardrobe.setGlassOpacity(glassOpacity(view.seeThrough));
    this.#frames.request();
  }

  #lighting(): Lighting {
    const { theme } = this.#store.view.value;
    if (theme === "system") return this.#darkness.matches ? "dark" : "light";
    return theme;
  }

  #wardrobeFor(view: ViewOptions): MaterialCache {
    const wardrobe = new MaterialCache({
      board: boardThemeName(view.boardTheme),
      pieces: pieceThemeName(view.pieceTheme),
      lighting: this.#lighting(),
    });
    wardrobe.setGlassOpacity(glassOpacity(view.seeThrough));
    return wardrobe;
  }

  /** Gives everything its materials and its light anew. */
  #dress(view: ViewOptions): void {
    const lighting = this.#lighting();
    const old = this.#wardrobe;
    this.#wardrobe = this.#wardrobeFor(view);
    this.#worn = null;
    this.#wear(this.#gauge.tier);
    old.dispose();
    this.#set.boards.setTints(tints(boardThemeName(view.boardTheme)));
    this.#marks.setLighting(lighting);
    this.#labels.setLighting(lighting);
    this.#canvas.dataset["lighting"] = lighting;
    this.#frames.request();
  }

  #wear(tier: QualityTier): void {
    if (tier === this.#worn) return;
    this.#worn = tier;
    this.#fresh = 2;
    this.#set.setMaterials(this.#wardrobe.forTier(tier));
    this.#set.pieces.setDetail(tier.detail);
    this.#stage.setLighting(this.#lighting(), tier.shading !== "lambert", tier.shadows);
  }

  #room(): Viewport {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return { width: Math.max(1, width), height: Math.max(1, height), covered: this.#covered };
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.#covered = controlsOver(this.#canvas);
    this.#cameraman.reframe();
    this.#frames.request();
  }

  #pick(point: Point): Hit | null {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const targets = this.#store.targets.value;
    const selection = this.#store.selection.value;
    const decided = selection?.kind === "premove" ? selection.reach : [];
    return this.#picker.pick((point.x / width) * 2 - 1, 1 - (point.y / height) * 2, {
      highlights: this.#highlights,
      deeper: point.deeper ?? false,
      isTarget: (square) => targets.has(square) || decided.includes(square),
    });
  }

  /** The levels that are pointed at or selected. */
  #attention(): Set<string> {
    const { hovered, hoveredPin, selection } = this.#store;
    const chosen = selection.peek();
    const squares = [hovered.peek(), chosen && "square" in chosen ? chosen.square : null];
    const pins = [hoveredPin.peek(), chosen?.kind === "board" ? chosen.pin : null];
    const levels = [...pins, ...squares.map((square) => (square === null ? null : levelOf(square)))];
    return new Set(levels.filter((level) => level !== null));
  }

  #besideMap(): boolean {
    return this.#store.view.peek().layout === "both";
  }

  /** Draws later than the map, which shows the same change and need not wait until the set is drawn. */
  #follow(): void {
    if (!this.#besideMap()) this.#frames.request();
    else if (this.#slow) this.#frames.requestAfter(MAP_FIRST);
    else this.#frames.requestAfterNext();
  }

  #frame(now: number): boolean {
    this.#time(now);
    const moving = [this.#motions, this.#cameraMotions, this.#fades];
    for (const motions of moving) motions.step(now);
    this.#draw();
    return moving.some(({ running }) => running);
  }

  /** Draws what is at rest at its best, once for all who ask; false when something moved meanwhile. */
  #refine(): Promise<boolean> {
    return (this.#refining ??= this.#drawBest());
  }

  async #drawBest(): Promise<boolean> {
    const { tier, best } = this.#gauge;
    if (tier === best) return true;
    this.#wear(best);
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const ratio = pixelRatioOf(best);
    const seen = (part: Frustum | null) => this.#set.update(part);
    if (!(await this.#stage.refine(Math.floor(width * ratio), Math.floor(height * ratio), seen))) return false;
    this.#stage.resize(width, height, ratio);
    this.#placeLabels(width, height);
    this.#stage.showRefined();
    this.#canvas.dataset["refined"] = "true";
    return true;
  }

  /**
   * Sees when the screen is ready for a frame after this one, though none may be needed: that is what this one costs.
   * Asked for before the next frame is, it is answered before that frame asks anew.
   */
  #time(drawn: number): void {
    cancelAnimationFrame(this.#timing);
    this.#timing = requestAnimationFrame((now) => {
      if (this.#fresh > 0) this.#fresh--;
      else if (this.#gauge.recordFrame(now - drawn)) {
        this.#wear(this.#gauge.tier);
        this.#resize();
      }
    });
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    this.#refining = null;
    this.#wear(this.#gauge.tier);
    this.#stage.resize(width, height, pixelRatioOf(this.#gauge.tier));
    this.#cameraman.apply();
    this.#uncover();
    this.#set.update();
    this.#placeLabels(width, height);
    this.#captions.place(this.#stage.camera, width, height);
    this.#stage.draw();
    const { render, memory } = this.#stage.renderer.info;
    Object.assign(this.#canvas.dataset, {
      frames: String(++this.#drawn),
      quality: this.#gauge.tier.name,
      refined: String(this.#gauge.tier === this.#gauge.best),
      calls: String(render.calls),
      objects: String(memory.geometries + memory.textures),
    });
  }

  #placeLabels(width: number, height: number): void {
    this.#labels.place({
      camera: this.#stage.camera,
      width,
      height,
      ratio: this.#stage.renderer.getPixelRatio(),
      covered: this.#covered,
      names: this.#store.view.value.labels,
      attention: this.#attention(),
    });
  }
}

function pixelRatioOf(tier: QualityTier): number {
  return Math.min(devicePixelRatio, tier.pixelRatio);
}

/** The places of the page's own controls over the canvas. */
function controlsOver(canvas: HTMLCanvasElement): Rect[] {
  const { left, top } = canvas.getBoundingClientRect();
  const controls = canvas.parentElement?.querySelectorAll(".scene-presets, .scene-tools summary") ?? [];
  return [...controls].map((control) => {
    const box = control.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
}

function tints(theme: BoardThemeName): TileTints {
  const tint = ({ color, opacity }: Glass) => {
    const { r, g, b } = new Color(color);
    return [r, g, b, opacity] as const;
  };
  const { light, dark } = BOARD_THEMES[theme];
  return { light: tint(light), dark: tint(dark) };
}
