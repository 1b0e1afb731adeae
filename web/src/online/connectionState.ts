// The connection of a game as plain data: which events have arrived, which actions wait for a reply, and when to retry.
// Each input gives the next state and the effects that the connection runs.
import type { Action, ClientMessage, OnlineEvent, ServerMessage } from "../wire/online";
import { pageError, type AppError } from "../core/errors";

export type ConnectionStatus = "connecting" | "open" | "broken" | "closed";

/** An action that the server has not replied to. */
export interface PendingAction {
  readonly ref: number;
  readonly action: Action;
  /** The number of the last event that the player saw when they decided. */
  readonly seen: number;
  /** How often the server could not store it. */
  readonly storageFailures: number;
  /** Whether it waits for the next attempt after such a failure. */
  readonly waits: boolean;
}

export interface ConnectionState {
  readonly status: ConnectionStatus;
  /** Why the connection will not come back: the game no longer exists. */
  readonly ended: AppError | null;
  /** The number of the current socket; null between two. Inputs of earlier sockets are ignored. */
  readonly socket: number | null;
  readonly lastSocket: number;
  /** The number of the last event. */
  readonly seq: number;
  /** The number of the last event when the socket opened; null once it has arrived. */
  readonly catchUpTo: number | null;
  readonly pending: readonly PendingAction[];
  readonly lastRef: number;
  readonly retryDelay: number;
  /** Failures since the last connection. */
  readonly failures: number;
  readonly lastReceived: number;
  /** When the client began to wait for any message; null if it does not. */
  readonly waitingSince: number | null;
  readonly pingedAt: number;
}

/** All inputs carry the local time in milliseconds. */
export type ConnectionInput = { readonly now: number } & (
  | { readonly type: "connect" }
  | { readonly type: "act"; readonly action: Action; readonly seen: number }
  /** The delay after a storage failure is over. */
  | { readonly type: "sendAgain"; readonly ref: number; readonly storageFailures: number }
  | { readonly type: "received"; readonly socket: number; readonly message: ServerMessage }
  | { readonly type: "disconnected"; readonly socket: number }
  /** The reply timeout of a wait that began at `since`. */
  | { readonly type: "replyTimeout"; readonly socket: number; readonly since: number }
  | { readonly type: "checkAlive" }
  /** The network is back, or the page is shown again. */
  | { readonly type: "wake" }
  /** The reply to the effect `checkGone`. */
  | { readonly type: "gone"; readonly error: AppError }
  | { readonly type: "close" }
);

export type ConnectionEffect =
  | { readonly type: "openSocket"; readonly socket: number; readonly after: number }
  | { readonly type: "closeSocket" }
  | { readonly type: "send"; readonly message: ClientMessage }
  /** Passes an event to the listener; `old` if it happened before the socket opened. */
  | { readonly type: "event"; readonly event: OnlineEvent; readonly old: boolean }
  | { readonly type: "caughtUp" }
  | { readonly type: "other"; readonly message: ServerMessage; readonly roundTrip: number }
  | { readonly type: "settle"; readonly ref: number; readonly error: AppError | null }
  | { readonly type: "startReplyTimeout"; readonly socket: number; readonly since: number }
  | { readonly type: "retryLater"; readonly delay: number }
  | {
      readonly type: "sendAgainLater";
      readonly ref: number;
      readonly storageFailures: number;
      readonly delay: number;
    }
  | { readonly type: "checkAliveLater" }
  /** Asks the server whether the game still exists. */
  | { readonly type: "checkGone" }
  | { readonly type: "stopWaking" };

export interface ConnectionStep {
  readonly state: ConnectionState;
  readonly effects: readonly ConnectionEffect[];
}

export const FIRST_RETRY_DELAY = 300;
export const MAX_RETRY_DELAY = 5_000;
export const PING_INTERVAL = 5_000;
/** A socket that does not reply for this long is broken. */
export const REPLY_TIMEOUT = 6_000;
/** After this many failures in a row the server is asked whether the game still exists. */
export const MAX_FAILURES = 2;

/** How often a move is sent again when the server could not store it. */
export const MAX_STORAGE_FAILURES = 3;
const FIRST_STORAGE_DELAY = 1_000;

const LOST = pageError("E_CONNECTION");
const OFFLINE = pageError("E_OFFLINE");

export function initialConnection(now: number): ConnectionState {
  return {
    status: "connecting",
    ended: null,
    socket: null,
    lastSocket: 0,
    seq: 0,
    catchUpTo: null,
    pending: [],
    lastRef: 0,
    retryDelay: FIRST_RETRY_DELAY,
    failures: 0,
    lastReceived: now,
    waitingSince: null,
    pingedAt: 0,
  };
}

/** Why an action cannot be sent now. A move can wait for the connection; other actions fail without one. */
export function whyNotSent({ status, ended }: ConnectionState, action: Action): AppError | null {
  if (status === "closed") return ended ?? LOST;
  return status !== "open" && action.type !== "move" ? OFFLINE : null;
}

export function updateConnection(state: ConnectionState, input: ConnectionInput): ConnectionStep {
  const { now } = input;
  if (state.status === "closed") return only(state);
  switch (input.type) {
    case "connect":
      return connect(state, now);
    case "act":
      return act(state, input.action, input.seen);
    case "sendAgain":
      return sendAgain(state, input.ref, input.storageFailures);
    case "received":
      return input.socket === state.socket ? receive(state, input.message, now) : only(state);
    case "disconnected":
      return input.socket === state.socket ? disconnect(state) : only(state);
    case "replyTimeout":
      return input.socket === state.socket && input.since === state.waitingSince
        ? then({ state, effects: [{ type: "closeSocket" }] }, disconnect)
        : only(state);
    case "checkAlive":
      return checkAlive(state, now);
    case "wake":
      return then(connect({ ...state, retryDelay: FIRST_RETRY_DELAY }, now), (next) => ping(next, now));
    case "gone":
      return state.status === "broken" ? close({ ...state, ended: input.error }, input.error) : only(state);
    case "close":
      return close(state, LOST);
  }
}

function only(state: ConnectionState): ConnectionStep {
  return { state, effects: [] };
}

/** One step and, from its state, the next. */
function then(step: ConnectionStep, next: (state: ConnectionState) => ConnectionStep): ConnectionStep {
  const { state, effects } = next(step.state);
  return { state, effects: [...step.effects, ...effects] };
}

function connect(state: ConnectionState, now: number): ConnectionStep {
  if (state.socket !== null) return only(state);
  const socket = state.lastSocket + 1;
  const opened = { ...state, socket, lastSocket: socket, catchUpTo: null };
  const open: ConnectionStep = { state: opened, effects: [{ type: "openSocket", socket, after: state.seq }] };
  return then(open, (next) => expectMessage(next, now));
}

/** A pulled cable does not close a socket, so one that is silent for too long counts as broken. */
function expectMessage(state: ConnectionState, now: number): ConnectionStep {
  if (state.socket === null) return only(state);
  return {
    state: { ...state, waitingSince: now },
    effects: [{ type: "startReplyTimeout", socket: state.socket, since: now }],
  };
}

function act(state: ConnectionState, action: Action, seen: number): ConnectionStep {
  const ref = state.lastRef + 1;
  const pending = { ref, action, seen, storageFailures: 0, waits: false };
  return {
    state: { ...state, lastRef: ref, pending: [...state.pending, pending] },
    effects: state.status === "open" ? [sendAction(pending)] : [],
  };
}

function sendAction({ ref, seen, action }: PendingAction): ConnectionEffect {
  return { type: "send", message: { type: "act", ref, seen, action } };
}

/** A move that was not stored stays pending and is sent again, a few times; other actions fail at once. */
function refuse(state: ConnectionState, ref: number, error: AppError): ConnectionStep {
  const pending = state.pending.find((each) => each.ref === ref);
  const storageFailures = (pending?.storageFailures ?? 0) + 1;
  const retries = error.code === "E_STORAGE" && pending?.action.type === "move";
  if (!retries || storageFailures > MAX_STORAGE_FAILURES) return settle(state, ref, error);
  return {
    state: withPending(state, { ...pending, storageFailures, waits: true }),
    effects: [
      { type: "sendAgainLater", ref, storageFailures, delay: FIRST_STORAGE_DELAY * 2 ** (storageFailures - 1) },
    ],
  };
}

/** Unless the action has been sent again after a reconnect. Without a connection, that will happen. */
function sendAgain(state: ConnectionState, ref: number, storageFailures: number): ConnectionStep {
  const pending = state.pending.find((each) => each.ref === ref && each.storageFailures === storageFailures);
  if (!pending?.waits || state.status !== "open") return only(state);
  return { state: withPending(state, { ...pending, waits: false }), effects: [sendAction(pending)] };
}

function withPending(state: ConnectionState, changed: PendingAction): ConnectionState {
  return { ...state, pending: state.pending.map((each) => (each.ref === changed.ref ? changed : each)) };
}

/** Moves wait for the next connection, because the server plays a move once however often it is sent. */
function disconnect(state: ConnectionState): ConnectionStep {
  const failures = state.failures + 1;
  const lost = state.pending.filter(({ action }) => action.type !== "move");
  return {
    state: {
      ...state,
      status: "broken",
      socket: null,
      waitingSince: null,
      failures,
      pending: state.pending.filter(({ action }) => action.type === "move"),
      retryDelay: Math.min(state.retryDelay * 2, MAX_RETRY_DELAY),
    },
    effects: [
      ...lost.map(({ ref }) => ({ type: "settle" as const, ref, error: LOST })),
      ...(failures > MAX_FAILURES ? [{ type: "checkGone" as const }] : []),
      { type: "retryLater", delay: state.retryDelay },
    ],
  };
}

function receive(before: ConnectionState, message: ServerMessage, now: number): ConnectionStep {
  const state = { ...before, lastReceived: now, waitingSince: null };
  return then(receiveMessage(state, message), (next) => {
    if (next.catchUpTo === null || next.seq < next.catchUpTo) return only(next);
    const caughtUp: ConnectionStep = { state: { ...next, catchUpTo: null }, effects: [{ type: "caughtUp" }] };
    return then(caughtUp, (last) => ping(last, now));
  });
}

function receiveMessage(state: ConnectionState, message: ServerMessage): ConnectionStep {
  switch (message.type) {
    case "welcome": {
      const opened: ConnectionStep = {
        state: {
          ...state,
          status: "open",
          catchUpTo: message.seq,
          retryDelay: FIRST_RETRY_DELAY,
          failures: 0,
          pending: state.pending.map((each) => ({ ...each, waits: false })),
        },
        effects: [{ type: "other", message, roundTrip: 0 }, ...state.pending.map(sendAction)],
      };
      return message.seq < state.seq ? then(opened, (next) => startAgain(next, message.seq)) : opened;
    }
    case "rolledBack":
      return then({ state, effects: [{ type: "other", message, roundTrip: 0 }] }, (next) =>
        startAgain(next, message.seq),
      );
    case "event":
      return receiveEvent(state, message.event);
    case "done":
      return settle(state, message.ref, null);
    case "refused":
      return message.ref === null ? only(state) : refuse(state, message.ref, message.refusal);
    case "presence":
    case "pong":
    case "closing":
      return { state, effects: [{ type: "other", message, roundTrip: state.lastReceived - state.pingedAt }] };
  }
}

/** The server has lost events that it had sent, up to number `seq`: all are read again. */
function startAgain(state: ConnectionState, seq: number): ConnectionStep {
  return {
    state: { ...state, seq: 0, catchUpTo: seq },
    effects: [{ type: "send", message: { type: "resume", after: 0 } }],
  };
}

/** Events arrive in order, each once: repeated ones are dropped, missed ones are requested. */
function receiveEvent(state: ConnectionState, event: OnlineEvent): ConnectionStep {
  if (event.seq > state.seq + 1) {
    return { state, effects: [{ type: "send", message: { type: "resume", after: state.seq } }] };
  }
  if (event.seq <= state.seq) return only(state);
  return {
    state: { ...state, seq: event.seq },
    effects: [{ type: "event", event, old: state.catchUpTo !== null }],
  };
}

function settle(state: ConnectionState, ref: number, error: AppError | null): ConnectionStep {
  if (!state.pending.some((each) => each.ref === ref)) return only(state);
  return {
    state: { ...state, pending: state.pending.filter((each) => each.ref !== ref) },
    effects: [{ type: "settle", ref, error }],
  };
}

function ping(state: ConnectionState, now: number): ConnectionStep {
  if (state.socket === null || state.status !== "open") return only(state);
  const pinged: ConnectionStep = {
    state: { ...state, pingedAt: now },
    effects: [{ type: "send", message: { type: "ping", ref: 0 } }],
  };
  return state.waitingSince === null ? then(pinged, (next) => expectMessage(next, now)) : pinged;
}

function checkAlive(state: ConnectionState, now: number): ConnectionStep {
  const idle = state.waitingSince === null && now - state.lastReceived > PING_INTERVAL - 1000;
  return then(idle ? ping(state, now) : only(state), (next) => ({
    state: next,
    effects: [{ type: "checkAliveLater" }],
  }));
}

function close(state: ConnectionState, error: AppError): ConnectionStep {
  return {
    state: { ...state, status: "closed", socket: null, waitingSince: null, pending: [] },
    effects: [
      { type: "stopWaking" },
      ...state.pending.map(({ ref }) => ({ type: "settle" as const, ref, error })),
      { type: "closeSocket" },
    ],
  };
}
