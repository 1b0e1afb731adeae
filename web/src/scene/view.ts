// The 3D view of a store: draws what the state says, when it changes, and sends back what a person does with the set.
import { effect } from "@preact/signals-core";
import { Color, Vector3 } from "three";
import type { SceneEvents, SceneHandle } from "../state/sceneContract";
import type { Store } from "../state/store";
import type { Preset, ViewOptions } from "../state/view";
import type { PinName, SquareName } from "../wire/world";
import { between, frame, orbit, pan, pixelsAt, pose, zoom, type Viewpoint } from "./camera";
import { Captions } from "./captions";
import { listen, type Point } from "./gestures";
import { covers } from "./hiding";
import { Labels } from "./labels";
import { Marks } from "./marks";
import { disposeMaterials, glassStrength, makeMaterials, type Materials } from "./materials";
import { Motions } from "./motion";
import { answers, Picker, type Hit } from "./pick";
import type { PieceModel } from "./pieceModels";
import { QualityGauge } from "./quality";
import { read, type Reading } from "./reading";
import { ChessSet } from "./set";
import type { TileTints } from "./shapes/boards";
import { Stage } from "./stage";
import { GROUND } from "./standModel";
import { BOARD_LOOKS, boardTheme, pieceTheme, type BoardTheme, type Glass, type Lighting } from "./themes";

const CAMERA_MOVE = 600;
const NOTHING: Reading = {
  marks: [],
  column: [],
  pins: new Map(),
  ghosts: [],
  ghostBoard: null,
  captions: [],
  uncovered: [],
  lifted: null,
};

export class SceneView implements SceneHandle {
  readonly #canvas: HTMLCanvasElement;
  readonly #store: Store;
  readonly #stage: Stage;
  readonly #set: ChessSet;
  readonly #marks: Marks;
  readonly #labels: Labels;
  readonly #captions: Captions;
  readonly #picker: Picker;
  readonly #motions: Motions;
  readonly #gauge: QualityGauge;
  readonly #cleanups: (() => void)[] = [];
  readonly #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #darkness = matchMedia("(prefers-color-scheme: dark)");
  #materials: Materials;
  #reading: Reading = NOTHING;
  #viewpoint: Viewpoint = { azimuth: 0, elevation: 0.4, distance: 60, target: [0, 0, 0] };
  /** The preset that the camera still shows exactly; null once a person has moved it. */
  #framed: Preset | null = null;
  #dragged: { readonly model: PieceModel; readonly from: SquareName } | null = null;
  #request = 0;
  #lastFrame = 0;
  #waiting: (() => void)[] = [];

  constructor(canvas: HTMLCanvasElement, store: Store, events: SceneEvents) {
    this.#canvas = canvas;
    this.#store = store;
    const view = store.view.value;
    this.#gauge = new QualityGauge(view.quality);
    this.#motions = new Motions(
      () => this.#reduced.matches,
      () => this.#invalidate(),
    );
    const { tier } = this.#gauge;
    this.#materials = makeMaterials(this.#look(view));
    this.#set = new ChessSet(store.world, this.#motions, tier.fineness, tints(boardTheme(view.boardTheme)), this.#materials);
    this.#stage = new Stage(canvas, {
      antialias: tier.name !== "low",
      middle: this.#set.places.board(this.#set.places.instance("N")),
      reach: 17,
      ground: GROUND,
    });
    this.#marks = new Marks(this.#set.places);
    this.#labels = new Labels(this.#set);
    this.#captions = new Captions(canvas, this.#set.places);
    this.#picker = new Picker(this.#set, this.#stage.camera);
    this.#stage.scene.add(this.#set.group, this.#marks.group, this.#labels.mesh);
    this.#dress(view);
    this.#watchCanvas(events);
    this.#watchStore();
    this.setPreset(view.preset);
    this.#motions.finish();
  }

  setPreset(preset: Preset): void {
    this.#framed = preset;
    this.#moveCamera(frame(preset, this.#store.view.value.bottom, this.#outline(), this.#stage.camera.aspect));
  }

  async snapshotPng(): Promise<Blob> {
    this.#motions.finish();
    this.#draw();
    const { width, height } = this.#canvas;
    const picture = document.createElement("canvas");
    Object.assign(picture, { width, height });
    const pen = picture.getContext("2d");
    if (!pen) throw new Error("this browser gives no 2D canvas to draw the picture on");
    const backdrop = pen.createRadialGradient(width / 2, height * 0.38, 0, width / 2, height * 0.38, Math.max(width, height));
    const [middle, edge] = this.#lighting() === "light" ? ["#f1efeb", "#dcd8d1"] : ["#2b3038", "#101216"];
    backdrop.addColorStop(0, middle);
    backdrop.addColorStop(1, edge);
    pen.fillStyle = backdrop;
    pen.fillRect(0, 0, width, height);
    pen.drawImage(this.#canvas, 0, 0);
    return new Promise((resolve, reject) => {
      picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be written as PNG"))), "image/png");
    });
  }

  pointOf(target: { square: SquareName } | { pin: PinName }): Point | null {
    this.#set.update();
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    for (const place of this.#probes(target)) {
      place.project(this.#stage.camera);
      if (Math.abs(place.x) > 1 || Math.abs(place.y) > 1) continue;
      const point = { x: ((place.x + 1) * width) / 2, y: ((1 - place.y) * height) / 2 };
      if (answers(this.#pick(point), target)) return point;
    }
    return null;
  }

  settled(): Promise<void> {
    if (this.#request === 0 && !this.#motions.busy) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    for (const cleanup of this.#cleanups) cleanup();
    for (const part of [this.#captions, this.#labels, this.#marks, this.#set, this.#stage]) part.dispose();
    disposeMaterials(this.#materials);
  }

  #watchCanvas(events: SceneEvents): void {
    const resize = new ResizeObserver(() => this.#resize());
    resize.observe(this.#canvas);
    this.#resize();
    const stopListening = listen(this.#canvas, {
      hover: (point) => this.#hover(point),
      click: (point) => this.#click(point),
      grab: (point) => this.#grab(point),
      drag: (point) => this.#drag(point),
      drop: (point) => this.#drop(point),
      orbit: (right, down) => this.#steer(orbit(this.#viewpoint, -right * 4, down * 3)),
      pan: (right, up) => this.#steer(pan(this.#viewpoint, right, up)),
      zoom: (factor) => this.#steer(zoom(this.#viewpoint, factor)),
    });
    const lost = (event: Event) => {
      event.preventDefault();
      events.lost();
    };
    const restored = () => {
      this.#stage.renewEnvironment();
      this.#invalidate();
    };
    const relight = () => this.#dress(this.#store.view.value);
    this.#canvas.addEventListener("webglcontextlost", lost);
    this.#canvas.addEventListener("webglcontextrestored", restored);
    this.#darkness.addEventListener("change", relight);
    this.#cleanups.push(
      () => resize.disconnect(),
      stopListening,
      () => this.#canvas.removeEventListener("webglcontextlost", lost),
      () => this.#canvas.removeEventListener("webglcontextrestored", restored),
      () => this.#darkness.removeEventListener("change", relight),
    );
  }

  #watchStore(): void {
    let view = this.#store.view.value;
    this.#cleanups.push(
      effect(() => {
        this.#set.show(this.#store.snapshot.value);
        this.#invalidate();
      }),
      effect(() => {
        this.#reading = read(this.#store, []);
        this.#say();
      }),
      effect(() => {
        const next = this.#store.view.value;
        this.#applyView(next, view);
        view = next;
      }),
    );
  }

  #say(): void {
    const { ghosts, ghostBoard, captions } = this.#reading;
    this.#set.haunt(ghosts, ghostBoard);
    this.#marks.show(this.#reading);
    this.#captions.show(captions);
    for (const model of this.#set.pieces.models) {
      if (model.role === "standing" && !this.#motions.busy) model.lift = model.square === this.#reading.lifted ? 0.18 : 0;
    }
    this.#uncover();
    this.#invalidate();
  }

  /** Thins what is out of focus or hides what must be seen. */
  #uncover(): void {
    const { focus } = this.#store.view.value;
    const { places } = this.#set;
    const points = this.#reading.uncovered.map((square) => places.square(square).add(new Vector3(0, 0.35, 0)));
    const eye = this.#stage.camera.position;
    const shown = new Set(this.#reading.uncovered);
    this.#set.thin(
      (level) => focus !== null && places.mainLevel(level) !== focus,
      (model) => !shown.has(model.square) && covers(model, eye, points),
    );
  }

  #applyView(view: ViewOptions, before: ViewOptions): void {
    const { exploded, preset, bottom } = view;
    this.#set.explode(exploded, () => {
      this.#marks.place();
      if (this.#framed) this.#viewpoint = frame(this.#framed, bottom, this.#outline(), this.#stage.camera.aspect);
    });
    if (preset !== before.preset || bottom !== before.bottom) this.setPreset(preset);
    const dressed = (["theme", "boardTheme", "pieceTheme"] as const).some((key) => view[key] !== before[key]);
    if (dressed) this.#dress(view);
    for (const material of [this.#materials.tiles]) material.opacity = glassStrength(view.seeThrough);
    this.#uncover();
    this.#invalidate();
  }

  #lighting(): Lighting {
    const { theme } = this.#store.view.value;
    if (theme === "system") return this.#darkness.matches ? "dark" : "light";
    return theme;
  }

  #look(view: ViewOptions) {
    return {
      board: boardTheme(view.boardTheme),
      pieces: pieceTheme(view.pieceTheme),
      lighting: this.#lighting(),
      richness: this.#gauge.tier.richness,
    };
  }

  /** Gives everything its materials and its light anew. */
  #dress(view: ViewOptions): void {
    const { tier } = this.#gauge;
    const look = this.#look(view);
    const old = this.#materials;
    this.#materials = makeMaterials(look);
    this.#materials.tiles.opacity = glassStrength(view.seeThrough);
    this.#set.setMaterials(this.#materials);
    this.#set.boards.setTints(tints(look.board));
    disposeMaterials(old);
    this.#stage.setLight(look.lighting, tier.richness !== "plain", tier.shadows);
    this.#marks.setLighting(look.lighting);
    this.#labels.setLighting(look.lighting);
    this.#canvas.dataset["lighting"] = look.lighting;
    this.#canvas.dataset["quality"] = tier.name;
    this.#invalidate();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.#stage.resize(width, height, Math.min(devicePixelRatio, this.#gauge.tier.pixelRatio));
    if (this.#framed) {
      this.#viewpoint = frame(this.#framed, this.#store.view.value.bottom, this.#outline(), width / height);
    }
    this.#invalidate();
  }

  /** Points that a picture of the whole set must hold. */
  #outline(): Vector3[] {
    const { places } = this.#set;
    const { boards, spacing } = places.world;
    const points: Vector3[] = [];
    for (const board of boards) {
      const center = places.board(board);
      for (const right of [-0.5, 0.5]) {
        for (const back of [-0.5, 0.5]) {
          const x = center.x + right * (board.size[0] * spacing + 0.6);
          const z = center.z + back * (board.size[1] * spacing + 0.6);
          points.push(new Vector3(x, center.y - 0.3, z), new Vector3(x, center.y + 2.1, z));
        }
      }
    }
    return [...points, ...this.#set.footprint()];
  }

  #moveCamera(to: Viewpoint): void {
    const from = this.#viewpoint;
    this.#motions.run(CAMERA_MOVE, (share) => {
      this.#viewpoint = between(from, to, share);
    });
  }

  /** A person moves the camera. */
  #steer(to: Viewpoint): void {
    this.#framed = null;
    this.#viewpoint = to;
    this.#invalidate();
  }

  #pick(point: Point): Hit | null {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const targets = this.#store.targets.value;
    return this.#picker.at((point.x / width) * 2 - 1, 1 - (point.y / height) * 2, {
      reading: this.#reading,
      isTarget: (square) => targets.has(square),
    });
  }

  #hover(point: Point | null): void {
    const hit = point ? this.#pick(point) : null;
    const square = hit?.kind === "square" ? hit.square : null;
    const pin = hit?.kind === "board" || hit?.kind === "pin" ? hit.pin : null;
    if (square !== this.#store.hovered.value) this.#store.hover(square);
    if (pin !== this.#store.hoveredPin.value) this.#store.hoverPin(pin);
    this.#canvas.style.cursor = hit && (hit.kind !== "square" || hit.piece || this.#store.targets.value.has(hit.square)) ? "pointer" : "";
  }

  #click(point: Point): void {
    const hit = this.#pick(point);
    if (!hit) return this.#store.deselect();
    if (hit.kind === "square") return this.#store.pickSquare(hit.square);
    if (hit.kind === "landing") return this.#store.pickLanding(hit.ghost.turned ?? false);
    if (hit.kind === "pin") return this.#store.pickPin(hit.pin);
    const selection = this.#store.selection.value;
    if (selection?.kind === "board") this.#store.pickPin(hit.pin);
    else this.#store.pickBoard(hit.pin);
  }

  /** Takes up a piece of the side to move. */
  #grab(point: Point): boolean {
    const hit = this.#pick(point);
    if (hit?.kind !== "square" || !hit.piece || !this.#store.mayMove.value) return false;
    const piece = this.#store.pieceAt.value.get(hit.square);
    if (piece?.color !== this.#store.snapshot.value.turn) return false;
    const selection = this.#store.selection.value;
    if (selection?.kind !== "piece" || selection.square !== hit.square) this.#store.pickSquare(hit.square);
    const model = this.#set.pieceOn(hit.square);
    if (!model) return false;
    this.#dragged = { model, from: hit.square };
    return true;
  }

  /** Holds the piece over the square under the pointer: its target in that column, or where it came from. */
  #drag(point: Point): void {
    if (!this.#dragged) return;
    const { model, from } = this.#dragged;
    model.solidity = "ghost";
    this.#set.update();
    this.#hover(point);
    const over = this.#store.hovered.value;
    const onTarget = over !== null && this.#store.targets.value.has(over);
    model.position.copy(this.#set.places.square(onTarget ? over : from));
    model.lift = 0.5;
    model.solidity = "ghost";
    this.#invalidate();
  }

  #drop(point: Point | null): void {
    const dragged = this.#dragged;
    if (!dragged) return;
    this.#dragged = null;
    const over = point ? this.#store.hovered.value : null;
    const { model, from } = dragged;
    model.solidity = "solid";
    if (over !== null && this.#store.targets.value.has(over)) return this.#store.pickSquare(over);
    model.position.copy(this.#set.places.square(from));
    model.lift = 0;
    if (point && over !== null && over !== from) this.#store.pickSquare(over);
    this.#invalidate();
  }

  /** Places at which something can be pointed at, the likeliest first. */
  *#probes(target: { square: SquareName } | { pin: PinName }): Iterable<Vector3> {
    const { places } = this.#set;
    const steps = [0, 0.3, -0.3, 0.6, -0.6, 0.85, -0.85];
    if ("square" in target) {
      const center = places.square(target.square);
      const occupied = this.#set.pieceOn(target.square) !== undefined;
      for (const height of occupied ? [0.6, 1, 0.3, 1.3, 0.15] : []) yield center.clone().add(new Vector3(0, height, 0));
      for (const x of steps) for (const z of steps) yield center.clone().add(new Vector3(x, 0, z));
      return;
    }
    const { pin } = target;
    const socket = places.socket(pin);
    if (!this.#set.attackOn(pin)) yield socket.clone();
    const center = places.board(places.boardOfLevel(pin));
    for (const share of [0.3, 0.5, 0.7, 0.15, 0.85]) yield new Vector3().lerpVectors(socket, center, share);
    const rim = places.world.spacing + 0.1;
    for (const along of [0, 0.5, -0.5, 0.9, -0.9]) {
      for (const [x, z] of [[along, 1], [along, -1], [1, along], [-1, along]] as const) {
        yield center.clone().add(new Vector3(x * rim, 0, z * rim));
      }
    }
    for (const x of [-1, 1, 0]) for (const z of [-1, 1, 0]) yield center.clone().add(new Vector3(x, 0, z));
  }

  #invalidate(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame((now) => this.#frame(now));
  }

  #frame(now: number): void {
    this.#request = 0;
    this.#motions.step(now);
    this.#draw();
    const moving = this.#motions.busy;
    if (this.#lastFrame > 0 && this.#gauge.measure(now - this.#lastFrame)) {
      this.#dress(this.#store.view.value);
      this.#resize();
    }
    this.#lastFrame = moving ? now : 0;
    if (moving) this.#invalidate();
    if (this.#request === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    pose(this.#stage.camera, this.#viewpoint);
    this.#set.update();
    const { azimuth, elevation, distance } = this.#viewpoint;
    this.#labels.place(azimuth, elevation, pixelsAt(distance, height), this.#store.view.value.labels);
    this.#captions.follow(this.#stage.camera, width, height);
    this.#stage.draw(true);
    this.#canvas.dataset["calls"] = String(this.#stage.renderer.info.render.calls);
  }
}

function tints(theme: BoardTheme): TileTints {
  const tint = ({ color, opacity }: Glass) => {
    const { r, g, b } = new Color(color);
    return [r, g, b, opacity] as const;
  };
  const { light, dark } = BOARD_LOOKS[theme];
  return { light: tint(light), dark: tint(dark) };
}
