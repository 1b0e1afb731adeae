// Recognises gestures in pointer events: click, hover and drag on the set; orbit, pan and zoom of the camera.

export interface Gestures {
  /** The pointer moved without a button pressed; null when it left the canvas. */
  hover(point: Point | null): void;
  /** Whether a press draws on the set; it is then no gesture. */
  draws(event: PointerEvent): boolean;
  click(point: Point, touch: boolean): void;
  /** Whether a drag that starts here with a finger would move a piece. */
  holds(point: Point): boolean;
  /** A drag started: return true to drag a piece, false to orbit. */
  grab(point: Point, touch: boolean): boolean;
  drag(point: Point): void;
  drop(point: Point | null): void;
  /** Distances are fractions of the canvas height. */
  orbit(right: number, down: number): void;
  pan(right: number, up: number): void;
  zoom(factor: number): void;
}

/** In CSS pixels from the top left corner of the canvas. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** Shift is held: pick the next target behind the first. */
  readonly deeper?: boolean;
}

/** Pixels of movement that turn a press into a drag. */
const DRAG_THRESHOLD = { mouse: 4, touch: 9 };

type Mode = "idle" | "pressed" | "orbit" | "pan" | "drag" | "pinch";

interface Press extends Point {
  readonly touch: boolean;
  readonly button: number;
}

/** The place of a pointer or a finger in the window. */
interface At {
  readonly clientX: number;
  readonly clientY: number;
  readonly shiftKey?: boolean;
}

/** Subscribes to the canvas's pointer events; returns the unsubscribe function. */
export function listenForGestures(canvas: HTMLCanvasElement, gestures: Gestures): () => void {
  const recognizer = new GestureRecognizer(canvas, gestures);
  const abort = new AbortController();
  const options = { signal: abort.signal };
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  canvas.addEventListener("pointerdown", (event) => recognizer.down(event), options);
  canvas.addEventListener("pointermove", (event) => recognizer.move(event), options);
  canvas.addEventListener("pointerup", (event) => recognizer.release(event, false), options);
  canvas.addEventListener("pointercancel", (event) => recognizer.release(event, true), options);
  canvas.addEventListener("pointerleave", (event) => recognizer.leave(event), options);
  canvas.addEventListener("touchstart", (event) => recognizer.touch(event), { ...options, passive: true });
  canvas.addEventListener("touchmove", (event) => recognizer.holdPage(event), { ...options, passive: false });
  canvas.addEventListener("wheel", (event) => recognizer.wheel(event), { ...options, passive: false });
  return () => abort.abort();
}

class GestureRecognizer {
  readonly #canvas: HTMLCanvasElement;
  readonly #gestures: Gestures;
  /** The last position of each pressed pointer. */
  readonly #pressed = new Map<number, Point>();
  #press: Press | null = null;
  #mode: Mode = "idle";
  /** Whether the finger drags a piece, so that the page must not scroll. */
  #holds = false;

  constructor(canvas: HTMLCanvasElement, gestures: Gestures) {
    this.#canvas = canvas;
    this.#gestures = gestures;
  }

  touch(event: TouchEvent): void {
    const [finger, another] = event.touches;
    if (finger && !another) this.#holds = this.#gestures.holds(this.#pointOf(finger));
  }

  /** Where the style sheet lets a finger scroll the page, a dragged piece and two fingers do not. */
  holdPage(event: TouchEvent): void {
    if (this.#holds || event.touches.length > 1) event.preventDefault();
  }

  down(event: PointerEvent): void {
    if (this.#pressed.size === 0 && this.#gestures.draws(event)) return;
    const point = this.#pointOf(event);
    this.#pressed.set(event.pointerId, point);
    this.#canvas.setPointerCapture(event.pointerId);
    if (this.#pressed.size === 2) {
      if (this.#mode === "drag") this.#gestures.drop(null);
      this.#mode = "pinch";
      return;
    }
    this.#press = { ...point, touch: event.pointerType === "touch", button: event.button };
    this.#mode = "pressed";
  }

  move(event: PointerEvent): void {
    const point = this.#pointOf(event);
    const before = this.#pressed.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.#gestures.hover(point);
      return;
    }
    if (this.#mode === "pinch") {
      this.#pinch(event.pointerId, point);
      return;
    }
    if (this.#mode === "pressed" && this.#press) this.#startDrag(point, this.#press);
    this.#pressed.set(event.pointerId, point);
    const right = this.#fraction(point.x - before.x);
    const down = this.#fraction(point.y - before.y);
    if (this.#mode === "orbit") this.#gestures.orbit(right, down);
    if (this.#mode === "pan") this.#gestures.pan(-right, down);
    if (this.#mode === "drag") this.#gestures.drag(point);
  }

  release(event: PointerEvent, cancelled: boolean): void {
    if (!this.#pressed.delete(event.pointerId)) return;
    const point = this.#pointOf(event);
    if (this.#mode === "drag") this.#gestures.drop(cancelled ? null : point);
    if (this.#mode === "pressed" && this.#press?.button === 0 && !cancelled) {
      this.#gestures.click(point, this.#press.touch);
    }
    if (this.#pressed.size === 0) this.#mode = "idle";
  }

  leave(event: PointerEvent): void {
    // Lifting a finger also fires pointerleave; the hover then stays until the next tap.
    if (event.pointerType !== "touch") this.#gestures.hover(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.#gestures.zoom(Math.exp(event.deltaY * scale * 0.0012));
  }

  #startDrag(point: Point, press: Press): void {
    const threshold = press.touch ? DRAG_THRESHOLD.touch : DRAG_THRESHOLD.mouse;
    if (Math.hypot(point.x - press.x, point.y - press.y) < threshold) return;
    const upright = Math.abs(point.y - press.y) > Math.abs(point.x - press.x);
    // The browser is about to scroll the page and to cancel the pointer.
    if (press.touch && upright && !this.#holds && getComputedStyle(this.#canvas).touchAction === "pan-y") return;
    if (press.button !== 0) this.#mode = "pan";
    else this.#mode = this.#gestures.grab(press, press.touch) ? "drag" : "orbit";
  }

  /** Two fingers zoom and pan. */
  #pinch(moving: number, point: Point): void {
    const [one, other] = [...this.#pressed.keys()];
    const resting = moving === one ? other : one;
    const before = this.#pressed.get(moving);
    const anchor = resting === undefined ? undefined : this.#pressed.get(resting);
    this.#pressed.set(moving, point);
    if (!before || !anchor) return;
    const span = (finger: Point) => Math.max(20, Math.hypot(finger.x - anchor.x, finger.y - anchor.y));
    this.#gestures.zoom(span(before) / span(point));
    this.#gestures.pan(this.#fraction(before.x - point.x) / 2, this.#fraction(point.y - before.y) / 2);
  }

  #pointOf({ clientX, clientY, shiftKey = false }: At): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top, deeper: shiftKey };
  }

  #fraction(pixels: number): number {
    return pixels / Math.max(1, this.#canvas.clientHeight);
  }
}
