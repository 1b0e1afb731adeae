// Online play: identity, the order of requests, and the game on screen.
import { signal } from "@preact/signals-core";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { OnlineMode, OnlineParts } from "../../src/online/onlineMode";
import type { OnlineGameState } from "../../src/wire/online";
import { pageError } from "../../src/core/errors";
import type { GameServer } from "../../src/online/server";
import { createLibrary } from "../../src/game/library";
import { Online } from "../../src/online/online";
import { Session } from "../../src/game/session";
import type { ApiError } from "../../src/wire/game";
import type { GameSummary, NewGame } from "../../src/wire/online";
import { aSnapshot, aMode, aStorage } from "../fakes";
import { realRules } from "../core/realCore";

const NEW_GAME: NewGame = {
  rules: "revised",
  start: null,
  color: "white",
  access: "link",
  clock: { type: "none" },
};

function failure(code: ApiError["code"]): { error: ApiError } {
  return { error: { code, message: code, reasons: [] } };
}

/** A fake server that records requests. */
function aServer() {
  const asked: string[] = [];
  const state = { known: true, keepsCookies: true, listed: true, lostReplies: 0, keys: [] as string[] };
  const answer = <Value>(what: string, value: Value) => {
    asked.push(what);
    return Promise.resolve(state.known ? { value } : failure("E_NO_IDENTITY"));
  };
  const server: GameServer = {
    isThere: () => Promise.resolve(true),
    identify() {
      asked.push("identify");
      state.known = state.keepsCookies;
      return Promise.resolve({ value: { player: { id: "me", name: "" }, token: null } });
    },
    async rename(name) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (name === "bad") return failure("E_BAD_REQUEST");
      return answer(`rename ${name}`, { id: "me", name });
    },
    list: () => Promise.resolve(state.listed ? { value: { games: [], next: null } } : failure("E_RATE")),
    deleteIdentity: () => answer("delete", null),
    replaceToken: () => answer("replaceToken", { player: { id: "me", name: "" }, token: null }),
    create(_, key) {
      state.keys.push(key);
      if (state.lostReplies > 0) {
        state.lostReplies -= 1;
        return Promise.resolve({ error: pageError("E_UNREACHABLE") });
      }
      return answer("create", { id: "new" } as GameSummary);
    },
    join: (id) => answer(`join ${id}`, { id } as GameSummary),
    show: (id) => Promise.resolve(id === "gone" ? failure("E_NO_GAME") : { value: { id } as GameSummary }),
    record: () => Promise.resolve(null),
    socketAddress: String,
    link: String,
  };
  return { server, asked, state };
}

const FINISHED = { state: "finished", seat: "white", nextGame: null } as OnlineGameState;

let session: Session;
let host: ReturnType<typeof aServer>;
let online: Online;
let states: Map<string, ReturnType<typeof signal<OnlineGameState>>>;
/** Whether a game's socket opens. */
let opens: Promise<void>;
/** Where the page was sent. */
let went: (string | null)[];

/** Opens a game that has nothing but its state. */
function aModule({ id }: OnlineParts): object {
  const state = signal<OnlineGameState>(states.get(id)?.peek() ?? FINISHED);
  states.set(id, state);
  return { ...aMode(aSnapshot()), id, state, sending: signal(null), ready: opens };
}

beforeEach(() => {
  const rules = realRules();
  session = new Session({ core: rules, library: createLibrary(aStorage()) });
  host = aServer();
  states = new Map();
  opens = Promise.resolve();
  went = [];
  online = new Online({ session, go: (id) => went.push(id) }, rules, host.server, () =>
    Promise.resolve({ OnlineMode: aModule as unknown as typeof OnlineMode }),
  );
});

function now(): string | undefined {
  return online.game.value?.id;
}

describe("a name typed just before a game is created", () => {
  test("is sent first", async () => {
    void online.rename("Ada");
    expect(await online.create(NEW_GAME)).toBe(true);
    expect(host.asked).toEqual(["identify", "rename Ada", "create"]);
  });

  test("creates no game while it is invalid", async () => {
    void online.rename("bad");
    expect(await online.create(NEW_GAME)).toBe(false);
    expect(online.error.value?.code).toBe("E_BAD_REQUEST");
    void online.rename("");
    expect(await online.create(NEW_GAME)).toBe(true);
    expect(online.error.value).toBeNull();
  });
});

describe("an identity", () => {
  test("that the server does not know is created again", async () => {
    await online.identify();
    host.state.known = false;
    expect(await online.create(NEW_GAME)).toBe(true);
    expect(host.asked).toEqual(["identify", "create", "identify", "create"]);
  });

  test("that the browser does not store is reported", async () => {
    host.state.keepsCookies = false;
    expect(await online.create(NEW_GAME)).toBe(false);
    expect(online.error.value?.code).toBe("E_NO_COOKIE");
  });
});

describe("a game that is created", () => {
  test("is created once although the response was lost", async () => {
    host.state.lostReplies = 1;
    expect(await online.create(NEW_GAME)).toBe(true);
    const { keys } = host.state;
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{24}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(now()).toBe("new");
    expect(online.error.value).toBeNull();
  });

  test("keeps its key until the server has replied, and another game gets its own", async () => {
    host.state.lostReplies = 2;
    expect(await online.create(NEW_GAME)).toBe(false);
    expect(online.error.value?.code).toBe("E_UNREACHABLE");
    expect(await online.create(NEW_GAME)).toBe(true);
    expect(await online.create(NEW_GAME)).toBe(true);
    host.state.lostReplies = 2;
    expect(await online.create(NEW_GAME)).toBe(false);
    expect(await online.create({ ...NEW_GAME, color: "black" })).toBe(true);
    const { keys } = host.state;
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3, 4, 4, 6]);
  });
});

describe("deleting the identity", () => {
  test("leaves the game, and the next request gets a new identity", async () => {
    await online.open("first");
    await online.lists.mine.refresh();
    expect(await online.deleteIdentity()).toBe(true);
    expect(now()).toBeUndefined();
    expect(online.me.value).toBeNull();
    expect(online.lists.mine.games.value).toBeNull();
    expect(await online.create(NEW_GAME)).toBe(true);
    expect(host.asked).toEqual(["identify", "delete", "identify", "create"]);
  });

  test("that the server no longer knows is no error", async () => {
    await online.identify();
    host.state.known = false;
    expect(await online.deleteIdentity()).toBe(true);
    expect(online.error.value).toBeNull();
  });

  test("that fails keeps everything", async () => {
    await online.open("first");
    host.server.deleteIdentity = () => Promise.resolve({ error: pageError("E_UNREACHABLE") });
    expect(await online.deleteIdentity()).toBe(false);
    expect(online.error.value?.code).toBe("E_UNREACHABLE");
    expect(now()).toBe("first");
    expect(online.me.value).not.toBeNull();
  });
});

test("a new token keeps the player", async () => {
  await online.identify();
  expect(await online.replaceToken()).toBe(true);
  expect(host.asked).toEqual(["identify", "replaceToken"]);
  expect(online.me.value?.id).toBe("me");
  await online.open("first");
  const before = online.game.value;
  expect(await online.replaceToken()).toBe(true);
  expect(now()).toBe("first");
  expect(online.game.value).not.toBe(before);
});

test("loading a list does not clear the error of another request", async () => {
  await online.open("gone");
  await online.lists.open.refresh();
  expect(online.error.value?.code).toBe("E_NO_GAME");
  host.state.listed = false;
  await online.lists.open.refresh();
  expect(online.listError.value?.code).toBe("E_RATE");
});

describe("a rematch", () => {
  test("is followed when it starts", async () => {
    await online.open("first");
    const state = states.get("first");
    if (state) state.value = { ...FINISHED, nextGame: "second" };
    await vi.waitFor(() => expect(now()).toBe("second"));
  });

  test("that started earlier is not followed", async () => {
    states.set("first", signal<OnlineGameState>({ ...FINISHED, nextGame: "second" }));
    await online.open("first");
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(now()).toBe("first");
  });
});

test("both views turn to the player's own side", async () => {
  states.set("first", signal<OnlineGameState>({ ...FINISHED, seat: "black" }));
  await online.open("first");
  expect(session.store.view.value).toMatchObject({ bottom: "black", preset: "black" });
});

test("a game link opens when the server is reachable again", async () => {
  vi.useFakeTimers();
  let reachable = false;
  const summary = { value: { id: "first" } as GameSummary };
  host.server.show = () => Promise.resolve(reachable ? summary : { error: pageError("E_UNREACHABLE") });
  await online.open("first");
  expect(online.waiting.value).toMatchObject({ id: "first", trying: false });
  reachable = true;
  await vi.advanceTimersByTimeAsync(6_000);
  vi.useRealTimers();
  expect(now()).toBe("first");
  expect(online.waiting.value).toBeNull();
  expect(online.error.value).toBeNull();
});

test("a game that does not exist is refused until another one is asked for", async () => {
  await online.open("gone");
  expect(online.refused.value?.code).toBe("E_NO_GAME");
  await online.open("first");
  expect(online.refused.value).toBeNull();
});

test("a slow socket is reported, and used when it opens", async () => {
  vi.useFakeTimers();
  let open: () => void = () => undefined;
  opens = new Promise((resolve) => (open = resolve));
  const opening = online.open("slow");
  await vi.advanceTimersByTimeAsync(10_000);
  await opening;
  vi.useRealTimers();
  expect(online.error.value?.code).toBe("E_NO_SOCKET");
  expect(now()).toBeUndefined();
  open();
  await vi.waitFor(() => expect(now()).toBe("slow"));
  expect(online.error.value).toBeNull();
});

test("closing the page with an unsent move asks for confirmation", async () => {
  await online.open("first");
  const at = online.game.value;
  const leaving = (): Event => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event;
  };
  expect(leaving().defaultPrevented).toBe(false);
  (at?.sending as unknown as { value: string }).value = "b4N";
  expect(leaving().defaultPrevented).toBe(true);
});
