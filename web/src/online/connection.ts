// The socket of a game, which reconnects by itself: it requests missed events, ignores repeated ones, and sends a move
// again until the server replies. The transitions are in `connectionState.ts`; this class runs their effects.
import { computed, signal } from "@preact/signals-core";
import type { Action, OnlineEvent, ServerMessage } from "../wire/online";
import {
  initialConnection,
  PING_INTERVAL,
  REPLY_TIMEOUT,
  updateConnection,
  whyNotSent,
  type ConnectionEffect,
  type ConnectionInput,
  type ConnectionState,
} from "./connectionState";
import type { AppError } from "../core/errors";
import { parse, type Json } from "../core/json";

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
  readonly whyGone?: () => Promise<AppError | null>;
}

/** An input without its time, which the connection adds. */
type TimelessInput = ConnectionInput extends infer Input
  ? Input extends ConnectionInput
    ? Omit<Input, "now">
    : never
  : never;

export class Connection {
  readonly #state = signal<ConnectionState>(initialConnection(Date.now()));
  readonly status = computed(() => this.#state.value.status);
  /** Why the connection will not come back: the game no longer exists. */
  readonly ended = computed(() => this.#state.value.ended);
  /** Whether the server could not store a move, which is sent again. */
  readonly unstored = computed(() => this.#state.value.pending.some(({ storageFailures }) => storageFailures > 0));
  readonly #parts: ConnectionParts;
  readonly #listener: Listener;
  /** By the number of the action. */
  readonly #resolvers = new Map<number, (error: AppError | null) => void>();
  readonly #stopWaking: () => void;
  #socket: Socket | null = null;

  constructor(parts: ConnectionParts, listener: Listener) {
    this.#parts = parts;
    this.#listener = listener;
    this.#stopWaking = (parts.onWake ?? onBrowserWake)(() => this.#dispatch({ type: "wake" }));
    this.#dispatch({ type: "connect" });
    this.#dispatch({ type: "checkAlive" });
  }

  /**
   * Resolves to null once the server has stored the action, or to the error. A move survives a broken connection, because
   * the server plays it once however often it is sent. Any other action fails with the connection. `seen` is the number
   * of the last event that the player saw.
   */
  act(action: Action, seen: number): Promise<AppError | null> {
    const error = whyNotSent(this.#state.peek(), action);
    if (error !== null) return Promise.resolve(error);
    return new Promise((resolve) => {
      this.#resolvers.set(this.#state.peek().lastRef + 1, resolve);
      this.#dispatch({ type: "act", action, seen });
    });
  }

  close(): void {
    this.#dispatch({ type: "close" });
  }

  #dispatch(input: TimelessInput): void {
    const step = updateConnection(this.#state.peek(), { ...input, now: Date.now() });
    this.#state.value = step.state;
    for (const effect of step.effects) this.#run(effect);
  }

  #run(effect: ConnectionEffect): void {
    switch (effect.type) {
      case "openSocket":
        return this.#openSocket(effect.socket, effect.after);
      case "closeSocket": {
        const socket = this.#socket;
        this.#socket = null;
        return socket?.close();
      }
      case "send":
        return this.#socket?.send(JSON.stringify(effect.message));
      case "event":
      case "caughtUp":
      case "other":
        // An earlier effect of the same step may have closed the connection.
        return this.status.peek() === "closed" ? undefined : this.#notify(effect);
      case "settle": {
        const resolve = this.#resolvers.get(effect.ref);
        this.#resolvers.delete(effect.ref);
        return resolve?.(effect.error);
      }
      case "startReplyTimeout":
        return this.#setTimer({ ...effect, type: "replyTimeout" }, REPLY_TIMEOUT);
      case "retryLater":
        // Spread out, so that a server that restarts is not asked by everyone at once.
        return this.#setTimer({ type: "connect" }, effect.delay * (0.75 + Math.random() / 2));
      case "sendAgainLater":
        return this.#setTimer({ ...effect, type: "sendAgain" }, effect.delay);
      case "checkAliveLater":
        return this.#setTimer({ type: "checkAlive" }, PING_INTERVAL);
      case "checkGone":
        return void this.#checkGone();
      case "stopWaking":
        return this.#stopWaking();
    }
  }

  #notify(effect: ConnectionEffect & { readonly type: "event" | "caughtUp" | "other" }): void {
    if (effect.type === "event") this.#listener.event(effect.event, effect.old);
    else if (effect.type === "caughtUp") this.#listener.caughtUp();
    else this.#listener.other(effect.message, effect.roundTrip);
  }

  #openSocket(number: number, after: number): void {
    const address = this.#parts.address(after);
    const socket = this.#parts.open?.(address) ?? new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<Json<ServerMessage>>) =>
      this.#dispatch({ type: "received", socket: number, message: parse(data) });
    socket.onclose = () => this.#dispatch({ type: "disconnected", socket: number });
  }

  async #checkGone(): Promise<void> {
    const error = (await this.#parts.whyGone?.()) ?? null;
    if (error !== null) this.#dispatch({ type: "gone", error });
  }

  #setTimer(input: TimelessInput, delay: number): void {
    const action = (): void => this.#dispatch(input);
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
