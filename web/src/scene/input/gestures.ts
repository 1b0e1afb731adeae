// Turns pointers into intentions: click, hover and drag on the set; orbit, pan and zoom of the camera.

export interface Gestures {
  /** Something was pointed at without being held; null when the pointer has left. */
  hover(point: Point | null): void;
  /** A press and release on the spot. */
  click(point: Point, touch: boolean): void;
  /** A hold began: true when what is there can be dragged, false to orbit. */
  grab(point: Point, touch: boolean): boolean;
  drag(point: Point): void;
  drop(point: Point | null): void;
  /** Shares of the canvas's height. */
  orbit(right: number, down: number): void;
  pan(right: number, up: number): void;
  zoom(factor: number): void;
}

/** CSS pixels from the canvas's corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** Shift is held: what lies one level below is meant. */
  readonly deeper?: boolean;
}

const SLOP = { mouse: 4, touch: 9 };

export function listenForGestures(canvas: HTMLCanvasElement, gestures: Gestures): () => void {
  const held = new Map<number, Point>();
  let start: (Point & { readonly touch: boolean; readonly button: number }) | null = null;
  let mode: "idle" | "pressed" | "orbit" | "pan" | "drag" | "pinch" = "idle";
  const stop = new AbortController();
  const options = { signal: stop.signal };

  const pointOf = (event: PointerEvent | WheelEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, deeper: event.shiftKey };
  };
  const share = (pixels: number) => pixels / Math.max(1, canvas.clientHeight);

  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      const point = pointOf(event);
      held.set(event.pointerId, point);
      canvas.setPointerCapture(event.pointerId);
      if (held.size === 2) {
        if (mode === "drag") gestures.drop(null);
        mode = "pinch";
        return;
      }
      start = { ...point, touch: event.pointerType === "touch", button: event.button };
      mode = "pressed";
    },
    options,
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      const point = pointOf(event);
      const before = held.get(event.pointerId);
      if (!before) {
        if (event.pointerType !== "touch") gestures.hover(point);
        return;
      }
      if (mode === "pinch") {
        pinch(event.pointerId, point);
        return;
      }
      if (mode === "pressed" && start) begin(point, start);
      held.set(event.pointerId, point);
      if (mode === "orbit") gestures.orbit(share(point.x - before.x), share(point.y - before.y));
      if (mode === "pan") gestures.pan(share(before.x - point.x), share(point.y - before.y));
      if (mode === "drag") gestures.drag(point);
    },
    options,
  );
  const release = (event: PointerEvent, cancelled: boolean) => {
    if (!held.delete(event.pointerId)) return;
    const point = pointOf(event);
    if (mode === "drag") gestures.drop(cancelled ? null : point);
    if (mode === "pressed" && start && start.button === 0 && !cancelled) gestures.click(point, start.touch);
    if (held.size === 0) mode = "idle";
  };
  canvas.addEventListener("pointerup", (event) => release(event, false), options);
  canvas.addEventListener("pointercancel", (event) => release(event, true), options);
  canvas.addEventListener(
    "pointerleave",
    (event) => {
      // A finger leaves whenever it is lifted; what it pointed at stays until it points elsewhere.
      if (event.pointerType !== "touch") gestures.hover(null);
    },
    options,
  );
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      gestures.zoom(Math.exp(event.deltaY * lines * 0.0012));
    },
    { ...options, passive: false },
  );

  function begin(point: Point, from: NonNullable<typeof start>): void {
    const slop = from.touch ? SLOP.touch : SLOP.mouse;
    if (Math.hypot(point.x - from.x, point.y - from.y) < slop) return;
    if (from.button !== 0) mode = "pan";
    else mode = gestures.grab(from, from.touch) ? "drag" : "orbit";
  }

  /** Two fingers: apart and together zooms, side by side pans. */
  function pinch(moving: number, point: Point): void {
    const [one, other] = [...held.keys()];
    const still = moving === one ? other : one;
    const before = held.get(moving);
    const rest = still === undefined ? undefined : held.get(still);
    held.set(moving, point);
    if (!before || !rest) return;
    const span = (a: Point) => Math.max(20, Math.hypot(a.x - rest.x, a.y - rest.y));
    gestures.zoom(span(before) / span(point));
    gestures.pan(share(before.x - point.x) / 2, share(point.y - before.y) / 2);
  }

  return () => stop.abort();
}
