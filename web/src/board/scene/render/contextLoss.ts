// Watches the WebGL context: it can be lost and restored, or lost for good.

/** Milliseconds to wait for the browser to restore a lost context. */
const RESTORE_TIMEOUT = 4000;

export interface ContextEvents {
  restored(): void;
  /** The context was not restored in time. */
  lost(): void;
}

/** Returns the unsubscribe function. */
export function watchContextLoss(canvas: HTMLCanvasElement, events: ContextEvents): () => void {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const onLost = (event: Event) => {
    event.preventDefault();
    timeout = setTimeout(() => events.lost(), RESTORE_TIMEOUT);
  };
  const onRestored = () => {
    clearTimeout(timeout);
    events.restored();
  };
  canvas.addEventListener("webglcontextlost", onLost);
  canvas.addEventListener("webglcontextrestored", onRestored);
  return () => {
    clearTimeout(timeout);
    canvas.removeEventListener("webglcontextlost", onLost);
    canvas.removeEventListener("webglcontextrestored", onRestored);
  };
}
