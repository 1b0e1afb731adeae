// A browser as the test needs it: a page to open, scripts to run in it, and a real pointer.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Driver {
  /** Opens an address and waits until the page has loaded. */
  open(address: string): Promise<void>;
  /** Runs the body of an async function in the page. The result crosses as JSON. */
  run(body: string): Promise<unknown>;
  /** Moves the pointer to a point of the viewport and clicks. */
  click(point: Point): Promise<void>;
  close(): Promise<void>;
}

/** The size of the window, large enough for both views. */
export const WINDOW = { width: 1280, height: 900 };

/** How long a browser may take to start or to answer, in milliseconds. */
export const START_TIMEOUT = 60_000;
