// One socket for one game that comes back by itself: it knows the last event it has, asks for what it missed, drops
// what it has heard before, and sends a move again until it is answered.
import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { ApiError } from "../wire/game";
import type { Action, ClientMessage, OnlineEvent, ServerMessage } from "../wire/online";

export type ConnectionState = "connecting" | "open" | "broken" | "closed";

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>;
  /** Why there is no coming back: the game is no longer there. */
  readonly ended: ReadonlySignal<ApiError | null>;
  /**
   * Null once the server has stored it; otherwise why not. A move outlasts a broken connection, since it is played
   * once however often it is sent; anything else is answered with the loss.
   */
  act(action: Action): Promise<ApiError | null>;
  close(): void;
}

export interface Listener {
  /** Events come in order, each once; those that are old news are followed by others, or by `caughtUp`. */
  event(event: OnlineEvent, old: boolean): void;
  /** All that had happened before has been told. */
  caughtUp(): void;
  /** `way`: for a pong, how long it took there and back. */
  other(message: ServerMessage, way: number): void;
}

/** The part of a browser's socket that is used. */
export type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;

export interface ConnectionParts {
  readonly address: (after: number) => string;
  readonly open?: (address: string) => Socket;
  readonly setTimer?: (action: () => void, delay: number) => unknown;
  /** Calls back when trying at once is worth while; returns how to stop that. */
  readonly onWake?: (wake: () => void) => () => void;
  /** Asked when the socket does not open: why it never will, or null when it may. */
  readonly whyGone?: () => Promise<ApiError | null>;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5_000;
const PING_EVERY = 5_000;
/** A socket that does not answer for so long is given up. */
const PATIENCE = 6_000;
/** So many times in a row a socket may fail before it is asked whether the game is still there. */
const FAILURES = 2;

const LOST: ApiError = {
  code: "E_CONNECTION",
  message: "the connection broke before the server answered; what counts is what the board shows",
  reasons: [],
};
const OFFLINE: ApiError = {
  code: "E_OFFLINE",
  message: "there is no connection to the server just now; try again when it is back",
  reasons: [],
};

interface Waiting {
  readonly action: Action;
  readonly answer: (refusal: ApiError | null) => void;
}

export function createConnection(parts: ConnectionParts, listener: Listener): Connection {
  const open = parts.open ?? ((address: string) => new WebSocket(address));
  const setTimer = parts.setTimer ?? ((action, delay) => setTimeout(action, delay));
  const state = signal<ConnectionState>("connecting");
  const ended = signal<ApiError | null>(null);
  const waiting = new Map<number, Waiting>();
  let socket: Socket | null = null;
  let seq = 0;
  let head: number | null = null;
  let reference = 0;
  let pause = FIRST_PAUSE;
  let failures = 0;
  let heard = Date.now();
  /** Since when any word is waited for. */
  let asked: number | null = null;
  let pinged = 0;

  function connect(): void {
    if (state.peek() === "closed" || socket !== null) return;
    const next = open(parts.address(seq));
    socket = next;
    head = null;
    next.onmessage = ({ data }: MessageEvent) => {
      if (socket === next) hear(JSON.parse(String(data)) as ServerMessage);
    };
    next.onclose = () => {
      if (socket === next) lose();
    };
    expectWord();
  }

  /** A cable that is pulled closes no socket: one that is silent for too long is given up. */
  function expectWord(): void {
    const at = Date.now();
    const silent = socket;
    asked = at;
    setTimer(() => {
      if (silent === null || socket !== silent || asked !== at) return;
      lose();
      silent.close();
    }, PATIENCE);
  }

  function lose(): void {
    socket = null;
    asked = null;
    failures += 1;
    for (const [ref, { action, answer }] of waiting) {
      if (action.type === "move") continue;
      waiting.delete(ref);
      answer(LOST);
    }
    if (state.peek() === "closed") return;
    state.value = "broken";
    if (failures > FAILURES) void askWhy();
    setTimer(connect, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  async function askWhy(): Promise<void> {
    const why = (await parts.whyGone?.()) ?? null;
    if (why === null || state.peek() !== "broken") return;
    ended.value = why;
    close(why);
  }

  function hear(message: ServerMessage): void {
    heard = Date.now();
    asked = null;
    switch (message.type) {
      case "welcome":
        head = message.seq;
        pause = FIRST_PAUSE;
        failures = 0;
        state.value = "open";
        listener.other(message, 0);
        for (const [ref, { action }] of waiting) say({ type: "act", ref, action });
        break;
      case "event":
        if (message.event.seq > seq + 1) return say({ type: "resume", after: seq });
        if (message.event.seq <= seq) return;
        seq = message.event.seq;
        listener.event(message.event, head !== null);
        break;
      case "done":
        settle(message.ref, null);
        break;
      case "refused":
        if (message.ref !== null) settle(message.ref, message.refusal);
        break;
      case "presence":
      case "pong":
      case "closing":
        listener.other(message, heard - pinged);
        break;
    }
    if (head !== null && seq >= head) {
      head = null;
      listener.caughtUp();
      ping();
    }
  }

  function settle(ref: number, refusal: ApiError | null): void {
    waiting.get(ref)?.answer(refusal);
    waiting.delete(ref);
  }

  function say(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function ping(): void {
    if (socket === null || state.peek() !== "open") return;
    pinged = Date.now();
    say({ type: "ping", ref: 0 });
    if (asked === null) expectWord();
  }

  function watch(): void {
    if (state.peek() === "closed") return;
    if (asked === null && Date.now() - heard > PING_EVERY - 1000) ping();
    setTimer(watch, PING_EVERY);
  }

  function wake(): void {
    pause = FIRST_PAUSE;
    connect();
    ping();
  }

  function close(why: ApiError): void {
    state.value = "closed";
    stopWaking();
    for (const { answer } of waiting.values()) answer(why);
    waiting.clear();
    const last = socket;
    socket = null;
    last?.close();
  }

  const stopWaking = (parts.onWake ?? onWaking)(wake);
  connect();
  setTimer(watch, PING_EVERY);

  return {
    state,
    ended,
    act(action) {
      if (state.peek() === "closed") return Promise.resolve(ended.peek() ?? LOST);
      if (state.peek() !== "open" && action.type !== "move") return Promise.resolve(OFFLINE);
      reference += 1;
      const ref = reference;
      return new Promise((answer) => {
        waiting.set(ref, { action, answer });
        if (state.peek() === "open") say({ type: "act", ref, action });
      });
    },
    close: () => close(LOST),
  };
}

/** A network that is back, or a page that is looked at again after it slept. */
function onWaking(wake: () => void): () => void {
  const heeded = [
    [window, ["online", "offline", "pageshow"]],
    [document, ["visibilitychange", "resume"]],
  ] as const;
  for (const [target, names] of heeded) for (const name of names) target.addEventListener(name, wake);
  return () => {
    for (const [target, names] of heeded) for (const name of names) target.removeEventListener(name, wake);
  };
}
