// The messages between page and server, from the example files that the server's tests read too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ApiError } from "../../src/wire/game";
import type {
  Action,
  ClientMessage,
  OnlineEvent,
  Player,
  Remaining,
  SeatPresence,
  ServerMessage,
  TimeControl,
} from "../../src/wire/online";
import { reason } from "./forms";
import { array, boolean, nullable, number, object, oneOf, text, type Check } from "./shape";

const FOLDER = join(import.meta.dirname, "../../../docs/examples/online");

function read(name: string): { readonly type: string }[] {
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as { readonly type: string }[];
}

/** A check for every member of a union; one forgotten or invented does not compile. */
type Forms<Union extends { readonly type: string }> = { readonly [Type in Union["type"]]: Check };

function union(forms: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const { type } = value as { readonly type: string };
    const form = forms[type];
    if (!form) throw new Error(`${path} has the unknown type ${type}`);
    form(value, `${path} (${type})`);
  };
}

type Of<Union extends { readonly type: string }, Type extends Union["type"]> = Extract<Union, { readonly type: Type }>;

const type = text();
const color = oneOf("white", "black");
const gameId = text(/^[0-9A-Za-z]{16}$/);
const player = object<Player>({ id: text(/^[0-9A-Za-z]{12}$/), name: text() });
const remaining = object<Remaining>({ white: number, black: number });
const clock = union({
  none: object<Of<TimeControl, "none">>({ type }),
  realTime: object<Of<TimeControl, "realTime">>({ type, initial: number, increment: number }),
  days: object<Of<TimeControl, "days">>({ type, days: number }),
} satisfies Forms<TimeControl>);
const by = { seq: number, at: number, type, by: color };
const asked = object<Extract<OnlineEvent, { readonly type: "drawOffered" | "drawDeclined" }>>(by);

const event = union({
  created: object<Of<OnlineEvent, "created">>({
    seq: number,
    at: number,
    type,
    rules: oneOf("revised", "meder"),
    start: nullable(text()),
    clock,
    access: oneOf("link", "lobby"),
    by: player,
    color: oneOf("white", "black", "random"),
    rematchOf: nullable(gameId),
  }),
  started: object<Of<OnlineEvent, "started">>({ seq: number, at: number, type, white: player, black: player }),
  moved: object<Of<OnlineEvent, "moved">>({ seq: number, at: number, type, move: text(), clocks: nullable(remaining) }),
  drawOffered: asked,
  drawDeclined: asked,
  takebackAsked: asked,
  takebackDeclined: asked,
  tookBack: object<Of<OnlineEvent, "tookBack">>({ ...by, ply: number, clocks: nullable(remaining) }),
  resumed: object<Of<OnlineEvent, "resumed">>({ seq: number, at: number, type, clocks: remaining }),
  ended: object<Of<OnlineEvent, "ended">>({
    seq: number,
    at: number,
    type,
    status: oneOf("checkmate", "stalemate", "draw", "resigned", "timeout", "aborted"),
    result: oneOf("1-0", "0-1", "1/2-1/2", "*"),
    reason: nullable(text()),
  }),
  rematchOffered: asked,
  rematchDeclined: asked,
  rematchStarted: object<Of<OnlineEvent, "rematchStarted">>({ seq: number, at: number, type, game: gameId }),
} satisfies Forms<OnlineEvent>);

const seat = object<SeatPresence>({ here: boolean, goneSince: nullable(number) });

const serverMessage = union({
  welcome: object<Of<ServerMessage, "welcome">>({
    type,
    game: gameId,
    you: nullable(text()),
    seat: nullable(color),
    seq: number,
    now: number,
    lagBound: number,
    goneAfter: nullable(number),
    overdueAfter: nullable(number),
  }),
  event: object<Of<ServerMessage, "event">>({ type, event }),
  presence: object<Of<ServerMessage, "presence">>({ type, white: seat, black: seat, watchers: number }),
  done: object<Of<ServerMessage, "done">>({ type, ref: number, seq: number }),
  refused: object<Of<ServerMessage, "refused">>({
    type,
    ref: nullable(number),
    refusal: object<ApiError>({ code: text(/^E_/), message: text(), reasons: array(reason) }),
  }),
  pong: object<Of<ServerMessage, "pong">>({ type, ref: number, now: number }),
  closing: object<Of<ServerMessage, "closing">>({ type, reason: text() }),
} satisfies Forms<ServerMessage>);

const plain = object<{ type: string }>({ type });
const action = union({
  move: object<Of<Action, "move">>({ type, move: text(), ply: number }),
  claimDraw: object<Of<Action, "claimDraw">>({ type, kind: oneOf("threefold", "fifty") }),
  claimGone: object<Of<Action, "claimGone">>({ type, outcome: oneOf("win", "draw") }),
  offerDraw: plain,
  declineDraw: plain,
  askTakeback: plain,
  declineTakeback: plain,
  resign: plain,
  abort: plain,
  offerRematch: plain,
  declineRematch: plain,
} satisfies Forms<Action>);

const clientMessage = union({
  act: object<Of<ClientMessage, "act">>({ type, ref: number, action }),
  resume: object<Of<ClientMessage, "resume">>({ type, after: number }),
  ping: object<Of<ClientMessage, "ping">>({ type, ref: number }),
} satisfies Forms<ClientMessage>);

describe.each([
  { name: "client.json", form: clientMessage },
  { name: "server.json", form: serverMessage },
])("$name", ({ name, form }) => {
  test("every message has the form that the page knows", () => {
    const messages = read(name);
    expect(messages.length).toBeGreaterThan(10);
    messages.forEach((message, index) => form(message, `${name}[${index}]`));
  });

  test("an unknown message is noticed", () => {
    expect(() => form({ type: "shout" }, "odd")).toThrow(/unknown type shout/);
  });
});
