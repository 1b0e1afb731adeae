// The 3D view of a store: draws what the state says, when it changes, and sends back what a person does with the set.
import { effect } from "@preact/signals-core";
import { Color, Vector3, type Frustum } from "three";
import type { SceneEvents, SceneHandle } from "../state/sceneContract";
import type { Store } from "../state/store";
import { watchThreats } from "../state/threats";
import type { Preset, SavedView, ViewOptions } from "../state/view";
import type { Box } from "./boxes";
import { orbit, pan, spreadFor, zoom, type Room, type Viewpoint } from "./camera";
import { Cameraman } from "./cameraman";
import { Captions } from "./captions";
import { DebugOutlines, debugCaptions } from "./debugOutlines";
import { Frames } from "./frames";
import { listen, type Point } from "./gestures";
import { Hands } from "./hands";
import { covers } from "./hiding";
import { Labels } from "./labels";
import { Marks } from "./marks";
import { glassStrength } from "./materials";
import { Motions } from "./motion";
import { answers, Picker, type Hit } from "./pick";
import { takePicture } from "./picture";
import { levelOf } from "./places";
import { probes, type Target } from "./probes";
import { drawnInSoftware, QualityGauge, type Tier } from "./quality";
import { NOTHING, read, type Reading } from "./reading";
import { ChessSet } from "./set";
import type { TileTints } from "./shapes/boards";
import { Stage } from "./stage";
import { GROUND } from "./standModel";
import { BOARD_LOOKS, boardTheme, pieceTheme, type BoardTheme, type Glass, type Lighting } from "./themes";
import { Wardrobe } from "./wardrobe";

/** How far the light's shadows must reach around the middle of the set. */
const SHADOW_REACH = 17;
const RAISED = 0.18;
const PULSE = 1200;
/** A lost graphics context that is not given back within this time is taken for gone. */
const GIVEN_BACK_WITHIN = 4000;
/** Milliseconds that a slow machine leaves to the map, before it draws here what the map shows already. */
const MAP_FIRST = 120;

export class SceneView implements SceneHandle {
  readonly #canvas: HTMLCanvasElement;
  readonly #store: Store;
  readonly #stage: Stage;
  readonly #set: ChessSet;
  readonly #marks: Marks;
  readonly #labels: Labels;
  readonly #captions: Captions;
  readonly #outlines: DebugOutlines;
  readonly #picker: Picker;
  readonly #hands: Hands;
  readonly #cameraman: Cameraman;
  readonly #motions: Motions;
  readonly #cameraMotions: Motions;
  /** What comes and goes in its place: pieces that fade, a check that pulses. They keep nothing from being set down. */
  readonly #fades: Motions;
  readonly #gauge: QualityGauge;
  readonly #frames: Frames;
  /** The processor draws: what matters most goes first, and the rest waits until nothing else is to be done. */
  readonly #slow: boolean;
  readonly #cleanups: (() => void)[] = [];
  readonly #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #darkness = matchMedia("(prefers-color-scheme: dark)");
  #wardrobe: Wardrobe;
  #worn: Tier | null = null;
  #reading: Reading = NOTHING;
  #drawn = 0;
  #timing = 0;
  /** Frames whose time says nothing, since materials are made ready in them. */
  #fresh = 2;
  #covered: readonly Box[] = [];
  /** The better picture of what was drawn last, under way or shown. */
  #refining: Promise<boolean> | null = null;

  constructor(canvas: HTMLCanvasElement, store: Store, events: SceneEvents) {
    this.#canvas = canvas;
    this.#store = store;
    const view = store.view.value;
    this.#slow = view.quality === "auto" && drawnInSoftware();
    const still = () => this.#reduced.matches || (this.#slow && this.#besideMap());
    this.#frames = new Frames(
      (now) => this.#frame(now),
      () => void this.#refine(),
    );
    const wake = () => this.#frames.ask();
    this.#gauge = new QualityGauge(view.quality, this.#slow);
    this.#motions = new Motions(still, () => this.#follow());
    this.#cameraMotions = new Motions(() => this.#reduced.matches, wake);
    this.#fades = new Motions(still, () => {
      if (this.#fades.busy) wake();
    });
    const { tier } = this.#gauge;
    this.#wardrobe = this.#wardrobeFor(view);
    const glass = tints(boardTheme(view.boardTheme));
    const outfit = this.#wardrobe.outfit(tier);
    this.#set = new ChessSet(store.world, this.#motions, this.#fades, tier.fineness, glass, outfit);
    this.#stage = new Stage(canvas, {
      antialias: tier.name !== "low",
      middle: this.#set.places.board(this.#set.places.instance("N")),
      reach: SHADOW_REACH,
      ground: GROUND,
    });
    this.#marks = new Marks(this.#set.places);
    this.#labels = new Labels(this.#set);
    this.#captions = new Captions(canvas, this.#set.places);
    this.#outlines = new DebugOutlines(this.#set.places);
    this.#outlines.show(view.debug);
    this.#picker = new Picker(this.#set, this.#stage.camera);
    this.#hands = new Hands(store, this.#set, (point) => this.#pick(point), wake);
    this.#cameraman = new Cameraman(
      this.#stage.camera,
      this.#cameraMotions,
      () => this.#set.subject(),
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
    return this.#cameraman.keep();
  }

  async snapshotPng(): Promise<Blob> {
    for (const motions of [this.#motions, this.#cameraMotions, this.#fades]) motions.finish();
    this.#draw();
    if (!(await this.#refine())) {
      this.#draw();
      this.#frames.ask();
    }
    return takePicture(this.#canvas, this.#lighting());
  }

  pointOf(target: Target): Point | null {
    this.#cameraman.pose();
    this.#set.update();
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    for (const place of probes(this.#set, target)) {
      place.project(this.#stage.camera);
      if (Math.abs(place.x) > 1 || Math.abs(place.y) > 1) continue;
      const point = { x: ((place.x + 1) * width) / 2, y: ((1 - place.y) * height) / 2 };
      if (answers(this.#pick(point), target)) return point;
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
      this.#cameraman.steer(change);
      this.#frames.ask();
    };
    const stopListening = listen(this.#canvas, {
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
      this.#stage.forget();
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
        this.#reading = read(this.#store, threats);
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
    const { ghosts, ghostBoard, captions, lifted } = this.#reading;
    this.#set.haunt(ghosts, ghostBoard);
    this.#marks.show(this.#reading);
    this.#captions.show(this.#store.view.peek().debug ? [...captions, ...debugCaptions(this.#store.world)] : captions);
    this.#set.raise(lifted, RAISED, this.#hands.held);
    this.#follow();
  }

  /** A check beats a few times, then stays marked. */
  #pulse(): void {
    this.#fades.run(PULSE, (share) => this.#marks.pulse(share === 1 ? 0 : Math.abs(Math.sin(share * Math.PI * 3))));
  }

  /** Thins what is out of focus or hides what must be seen. */
  #uncover(): void {
    const { focus } = this.#store.view.value;
    const { places } = this.#set;
    const { uncovered } = this.#reading;
    const points = uncovered.map((square) => places.square(square).add(new Vector3(0, 0.35, 0)));
    const eye = this.#stage.camera.position;
    const shown = new Set(uncovered);
    const { held } = this.#hands;
    this.#set.thin(
      (level) => focus !== null && places.mainLevel(level) !== focus,
      (model) => model === held || (!shown.has(model.square) && covers(model, eye, points)),
    );
  }

  #applyView(view: ViewOptions, before: ViewOptions): void {
    this.#set.explode(view.exploded ? spreadFor(view.preset) : 0, () => {
      this.#marks.place();
      this.#outlines.place();
      this.#cameraman.reframe();
    });
    if (view.preset !== before.preset || view.bottom !== before.bottom) this.#cameraman.show(view);
    const dressed = (["theme", "boardTheme", "pieceTheme"] as const).some((key) => view[key] !== before[key]);
    if (dressed) this.#dress(view);
    this.#wardrobe.setGlass(glassStrength(view.seeThrough));
    this.#frames.ask();
  }

  #lighting(): Lighting {
    const { theme } = this.#store.view.value;
    if (theme === "system") return this.#darkness.matches ? "dark" : "light";
    return theme;
  }

  #wardrobeFor(view: ViewOptions): Wardrobe {
    const wardrobe = new Wardrobe({
      board: boardTheme(view.boardTheme),
      pieces: pieceTheme(view.pieceTheme),
      lighting: this.#lighting(),
    });
    wardrobe.setGlass(glassStrength(view.seeThrough));
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
    this.#set.boards.setTints(tints(boardTheme(view.boardTheme)));
    this.#marks.setLighting(lighting);
    this.#labels.setLighting(lighting);
    this.#canvas.dataset["lighting"] = lighting;
    this.#frames.ask();
  }

  #wear(tier: Tier): void {
    if (tier === this.#worn) return;
    this.#worn = tier;
    this.#fresh = 2;
    this.#set.setMaterials(this.#wardrobe.outfit(tier));
    this.#set.pieces.setFineness(tier.fineness);
    this.#stage.setLight(this.#lighting(), tier.richness !== "plain", tier.shadows);
  }

  #room(): Room {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return { width: Math.max(1, width), height: Math.max(1, height), covered: this.#covered };
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.#covered = controlsOver(this.#canvas);
    this.#cameraman.reframe();
    this.#frames.ask();
  }

  #pick(point: Point): Hit | null {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const targets = this.#store.targets.value;
    const selection = this.#store.selection.value;
    const decided = selection?.kind === "premove" ? selection.reach : [];
    return this.#picker.at((point.x / width) * 2 - 1, 1 - (point.y / height) * 2, {
      reading: this.#reading,
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
    if (!this.#besideMap()) this.#frames.ask();
    else if (this.#slow) this.#frames.askAfter(MAP_FIRST);
    else this.#frames.askAfterNext();
  }

  #frame(now: number): boolean {
    this.#time(now);
    const moving = [this.#motions, this.#cameraMotions, this.#fades];
    for (const motions of moving) motions.step(now);
    this.#draw();
    return moving.some(({ busy }) => busy);
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
      else if (this.#gauge.measure(now - drawn)) {
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
    this.#cameraman.pose();
    this.#uncover();
    this.#set.update();
    this.#placeLabels(width, height);
    this.#captions.follow(this.#stage.camera, width, height);
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

function pixelRatioOf(tier: Tier): number {
  return Math.min(devicePixelRatio, tier.pixelRatio);
}

/** The places of the page's own controls over the canvas. */
function controlsOver(canvas: HTMLCanvasElement): Box[] {
  const { left, top } = canvas.getBoundingClientRect();
  const controls = canvas.parentElement?.querySelectorAll(".scene-presets, .scene-tools summary") ?? [];
  return [...controls].map((control) => {
    const box = control.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
}

function tints(theme: BoardTheme): TileTints {
  const tint = ({ color, opacity }: Glass) => {
    const { r, g, b } = new Color(color);
    return [r, g, b, opacity] as const;
  };
  const { light, dark } = BOARD_LOOKS[theme];
  return { light: tint(light), dark: tint(dark) };
}
