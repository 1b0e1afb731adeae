// The socket of a game, which reconnects by itself: it requests missed events, ignores repeated ones, and sends a move
// again until the server replies.
import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { ApiError } from "../wire/game";
import type { Action, ClientMessage, OnlineEvent, ServerMessage } from "../wire/online";

export type ConnectionState = "connecting" | "open" | "broken" | "closed";

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>;
  /** Why the connection will not come back: the game no longer exists. */
  readonly ended: ReadonlySignal<ApiError | null>;
  /**
   * Resolves to null once the server has stored the action, or to the error. A move survives a broken connection, because
   * the server plays it once however often it is sent. Any other action fails with the connection.
   */
  act(action: Action): Promise<ApiError | null>;
  close(): void;
}

export interface Listener {
  /** Events arrive in order, each once. After old ones come others, or `caughtUp`. */
  event(event: OnlineEvent, old: boolean): void;
  /** All events that happened before the socket opened have arrived. */
  caughtUp(): void;
  /** `roundTrip`: for a pong, the milliseconds since its ping. */
  other(message: ServerMessage, roundTrip: number): void;
}

/** The part of a browser's socket that is used. */
export type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;

export interface ConnectionParts {
  readonly address: (after: number) => string;
  readonly open?: (address: string) => Socket;
  readonly setTimer?: (action: () => void, delay: number) => unknown;
  /** Calls back when an immediate retry is worthwhile; returns a function that stops this. */
  readonly onWake?: (wake: () => void) => () => void;
  /** Called when the socket does not open: why it never will, or null if it may. */
  readonly whyGone?: () => Promise<ApiError | null>;
}

const FIRST_RETRY_DELAY = 300;
const MAX_RETRY_DELAY = 5_000;
const PING_INTERVAL = 5_000;
/** A socket that does not reply for this long is broken. */
const REPLY_TIMEOUT = 6_000;
/** After this many failures in a row the server is asked whether the game still exists. */
const MAX_FAILURES = 2;

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

/** An action that the server has not replied to. */
interface PendingAction {
  readonly action: Action;
  readonly resolve: (error: ApiError | null) => void;
}

export function createConnection(parts: ConnectionParts, listener: Listener): Connection {
  return new GameConnection(parts, listener);
}

class GameConnection implements Connection {
  readonly state = signal<ConnectionState>("connecting");
  readonly ended = signal<ApiError | null>(null);
  readonly #parts: ConnectionParts;
  readonly #listener: Listener;
  readonly #pending = new Map<number, PendingAction>();
  readonly #stopWaking: () => void;
  #socket: Socket | null = null;
  /** The number of the last event. */
  #seq = 0;
  /** The number of the last event when the socket opened; null once it has arrived. */
  #catchUpTo: number | null = null;
  #lastRef = 0;
  #retryDelay = FIRST_RETRY_DELAY;
  #failures = 0;
  #lastReceived = Date.now();
  /** When the client began to wait for any message; null if it does not. */
  #waitingSince: number | null = null;
  #pingedAt = 0;

  constructor(parts: ConnectionParts, listener: Listener) {
    this.#parts = parts;
    this.#listener = listener;
    this.#stopWaking = (parts.onWake ?? onBrowserWake)(() => this.#wake());
    this.#connect();
    this.#setTimer(() => this.#checkAlive(), PING_INTERVAL);
  }

  act(action: Action): Promise<ApiError | null> {
    const state = this.state.peek();
    if (state === "closed") return Promise.resolve(this.ended.peek() ?? LOST);
    if (state !== "open" && action.type !== "move") return Promise.resolve(OFFLINE);
    this.#lastRef += 1;
    const ref = this.#lastRef;
    return new Promise((resolve) => {
      this.#pending.set(ref, { action, resolve });
      if (state === "open") this.#send({ type: "act", ref, action });
    });
  }

  close(why = LOST): void {
    this.state.value = "closed";
    this.#stopWaking();
    for (const { resolve } of this.#pending.values()) resolve(why);
    this.#pending.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    if (this.state.peek() === "closed" || this.#socket !== null) return;
    const address = this.#parts.address(this.#seq);
    const socket = this.#parts.open?.(address) ?? new WebSocket(address);
    this.#socket = socket;
    this.#catchUpTo = null;
    socket.onmessage = ({ data }: MessageEvent) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#disconnected();
    };
    this.#expectMessage();
  }

  /** A pulled cable does not close a socket, so one that is silent for too long counts as broken. */
  #expectMessage(): void {
    const since = Date.now();
    const socket = this.#socket;
    this.#waitingSince = since;
    this.#setTimer(() => {
      if (socket === null || this.#socket !== socket || this.#waitingSince !== since) return;
      this.#disconnected();
      socket.close();
    }, REPLY_TIMEOUT);
  }

  #disconnected(): void {
    this.#socket = null;
    this.#waitingSince = null;
    this.#failures += 1;
    for (const [ref, { action }] of this.#pending) if (action.type !== "move") this.#settle(ref, LOST);
    if (this.state.peek() === "closed") return;
    this.state.value = "broken";
    if (this.#failures > MAX_FAILURES) void this.#checkGone();
    this.#setTimer(() => this.#connect(), this.#retryDelay * (0.75 + Math.random() / 2));
    this.#retryDelay = Math.min(this.#retryDelay * 2, MAX_RETRY_DELAY);
  }

  async #checkGone(): Promise<void> {
    const why = (await this.#parts.whyGone?.()) ?? null;
    if (why === null || this.state.peek() !== "broken") return;
    this.ended.value = why;
    this.close(why);
  }

  #receive(message: ServerMessage): void {
    this.#lastReceived = Date.now();
    this.#waitingSince = null;
    switch (message.type) {
      case "welcome":
        this.#catchUpTo = message.seq;
        this.#retryDelay = FIRST_RETRY_DELAY;
        this.#failures = 0;
        this.state.value = "open";
        this.#listener.other(message, 0);
        for (const [ref, { action }] of this.#pending) this.#send({ type: "act", ref, action });
        break;
      case "event":
        this.#receiveEvent(message.event);
        break;
      case "done":
        this.#settle(message.ref, null);
        break;
      case "refused":
        if (message.ref !== null) this.#settle(message.ref, message.refusal);
        break;
      case "presence":
      case "pong":
      case "closing":
        this.#listener.other(message, this.#lastReceived - this.#pingedAt);
        break;
    }
    if (this.#catchUpTo !== null && this.#seq >= this.#catchUpTo) {
      this.#catchUpTo = null;
      this.#listener.caughtUp();
      this.#ping();
    }
  }

  #receiveEvent(event: OnlineEvent): void {
    if (event.seq > this.#seq + 1) return this.#send({ type: "resume", after: this.#seq });
    if (event.seq <= this.#seq) return;
    this.#seq = event.seq;
    this.#listener.event(event, this.#catchUpTo !== null);
  }

  #settle(ref: number, error: ApiError | null): void {
    this.#pending.get(ref)?.resolve(error);
    this.#pending.delete(ref);
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #ping(): void {
    if (this.#socket === null || this.state.peek() !== "open") return;
    this.#pingedAt = Date.now();
    this.#send({ type: "ping", ref: 0 });
    if (this.#waitingSince === null) this.#expectMessage();
  }

  #checkAlive(): void {
    if (this.state.peek() === "closed") return;
    if (this.#waitingSince === null && Date.now() - this.#lastReceived > PING_INTERVAL - 1000) this.#ping();
    this.#setTimer(() => this.#checkAlive(), PING_INTERVAL);
  }

  #wake(): void {
    this.#retryDelay = FIRST_RETRY_DELAY;
    this.#connect();
    this.#ping();
  }

  #setTimer(action: () => void, delay: number): void {
    if (this.#parts.setTimer) this.#parts.setTimer(action, delay);
    else setTimeout(action, delay);
  }
}

/** Calls back when the network returns, or when the page is shown again after a sleep. */
function onBrowserWake(wake: () => void): () => void {
  const events = [
    [window, ["online", "offline", "pageshow"]],
    [document, ["visibilitychange", "resume"]],
  ] as const;
  for (const [target, names] of events) for (const name of names) target.addEventListener(name, wake);
  return () => {
    for (const [target, names] of events) for (const name of names) target.removeEventListener(name, wake);
  };
}
