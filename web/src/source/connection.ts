// One socket for one game that comes back by itself: it knows the last event it has, asks for what it missed, and
// drops what it has heard before.
import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { Refusal } from "../wire/game";
import type { Action, ClientMessage, OnlineEvent, ServerMessage } from "../wire/online";

export type ConnectionState = "connecting" | "open" | "broken" | "closed";

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>;
  /** Null once the server has stored it; otherwise why not. */
  act(action: Action): Promise<Refusal | null>;
  close(): void;
}

export interface Listener {
  /** Events come in order, each once; those that are old news are followed by others, or by `caughtUp`. */
  event(event: OnlineEvent, old: boolean): void;
  /** All that had happened before has been told. */
  caughtUp(): void;
  other(message: ServerMessage): void;
}

/** The part of a browser's socket that is used. */
export type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">;

export interface ConnectionParts {
  readonly address: (after: number) => string;
  readonly open?: (address: string) => Socket;
  readonly setTimer?: (action: () => void, delay: number) => unknown;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5_000;
/** A socket from which nothing comes for so long is given up. */
const SILENCE = 12_000;
const PING_EVERY = 5_000;

const LOST: Refusal = {
  code: "E_CONNECTION",
  message: "the connection broke before the server answered; what counts is what the board shows",
  reasons: [],
};

export function createConnection(parts: ConnectionParts, listener: Listener): Connection {
  const open = parts.open ?? ((address: string) => new WebSocket(address));
  const setTimer = parts.setTimer ?? ((action, delay) => setTimeout(action, delay));
  const state = signal<ConnectionState>("connecting");
  const waiting = new Map<number, (refusal: Refusal | null) => void>();
  let socket: Socket | null = null;
  let seq = 0;
  let head: number | null = null;
  let reference = 0;
  let pause = FIRST_PAUSE;
  let heard = Date.now();

  function connect(): void {
    if (state.peek() === "closed") return;
    const next = open(parts.address(seq));
    socket = next;
    head = null;
    heard = Date.now();
    next.onmessage = ({ data }: MessageEvent) => {
      heard = Date.now();
      if (socket === next) hear(JSON.parse(String(data)) as ServerMessage);
    };
    next.onclose = () => {
      if (socket === next) lose();
    };
  }

  function lose(): void {
    socket = null;
    for (const answer of waiting.values()) answer(LOST);
    waiting.clear();
    if (state.peek() === "closed") return;
    state.value = "broken";
    setTimer(connect, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }

  function hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        head = message.seq;
        pause = FIRST_PAUSE;
        state.value = "open";
        listener.other(message);
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
        listener.other(message);
        break;
    }
    if (head !== null && seq >= head) {
      head = null;
      listener.caughtUp();
    }
  }

  function settle(ref: number, refusal: Refusal | null): void {
    waiting.get(ref)?.(refusal);
    waiting.delete(ref);
  }

  function say(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  /** A cable that is pulled closes no socket: whoever is silent is asked, and then given up. */
  function watch(): void {
    if (state.peek() === "closed") return;
    if (socket && Date.now() - heard > SILENCE) {
      const silent = socket;
      lose();
      silent.close();
    } else if (socket && state.peek() === "open" && Date.now() - heard > PING_EVERY - 1000) {
      say({ type: "ping", ref: 0 });
    }
    setTimer(watch, PING_EVERY);
  }

  connect();
  setTimer(watch, PING_EVERY);

  return {
    state,
    act(action) {
      if (state.peek() !== "open" || socket === null) return Promise.resolve(LOST);
      reference += 1;
      const ref = reference;
      return new Promise((resolve) => {
        waiting.set(ref, resolve);
        say({ type: "act", ref, action });
      });
    },
    close() {
      state.value = "closed";
      socket?.close();
      socket = null;
    },
  };
}
