// The online games of the player, and the players in the lobby.
import { signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import type { OnlineMode } from "../../src/online/onlineMode";
import { pageError } from "../../src/core/errors";
import type { GameServer } from "../../src/online/server";
import { createOnlineTurns } from "../../src/online/onlineTurns";
import type { GameSummary, Player } from "../../src/wire/online";
import { aStorage } from "../fakes";

const ME: Player = { id: "me", name: "" };
const OTHER: Player = { id: "other", name: "Ada" };

function aGame(id: string, white: Player, turn: "white" | "black"): GameSummary {
  return { id, state: "live", white, black: white === ME ? OTHER : ME, turn } as GameSummary;
}

/** Two games wait for me, one for the other player. */
const GAMES: readonly GameSummary[] = [
  aGame("one", ME, "white"),
  aGame("two", ME, "black"),
  aGame("three", OTHER, "black"),
];

function make(contents: Readonly<Record<string, string>> = {}) {
  const storage = aStorage(contents);
  const queries: string[] = [];
  const reply = { current: { value: { games: GAMES, next: null } } as Awaited<ReturnType<GameServer["list"]>> };
  const online = {
    available: signal<boolean | null>(null),
    me: signal<Player | null>(null),
    game: signal<OnlineMode | null>(null),
  };
  const list: GameServer["list"] = (query) => {
    queries.push(query);
    return Promise.resolve(reply.current);
  };
  return { storage, queries, reply, online, turns: createOnlineTurns(storage, { list }, online) };
}

const KNOWN = { "trid.player": '{"id":"me"}' };
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("knows every running game, and in how many it is the player's turn", async () => {
  const { online, turns, queries } = make(KNOWN);
  expect(turns.running.value).toBeNull();
  online.available.value = true;
  await settle();
  expect(turns.running.value).toEqual([
    { id: "one", opponent: OTHER, isMyTurn: true },
    { id: "two", opponent: OTHER, isMyTurn: false },
    { id: "three", opponent: OTHER, isMyTurn: true },
  ]);
  expect(turns.waiting.value).toBe(2);
  expect(queries).toEqual(["mine=true&state=live&limit=100"]);
});

test("does not count the game on screen", async () => {
  const { online, turns } = make(KNOWN);
  online.available.value = true;
  online.game.value = { id: "one" } as OnlineMode;
  await settle();
  expect(turns.waiting.value).toBe(1);
  expect(turns.running.value).toHaveLength(3);
});

test.each([
  ["a browser that has never been online", {}],
  ["a broken item", { "trid.player": "{" }],
  ["an item of another form", { "trid.player": "7" }],
])("asks nothing for %s", async (_, contents) => {
  const { online, turns, queries } = make(contents);
  online.available.value = true;
  await turns.refresh();
  expect(queries).toEqual([]);
  expect(turns.running.value).toBeNull();
});

test("asks nothing without a server", async () => {
  const { online, turns, queries } = make(KNOWN);
  online.available.value = false;
  await turns.refresh();
  expect(queries).toEqual([]);
});

test("keeps the last count while the server cannot be reached", async () => {
  const { online, turns, reply } = make(KNOWN);
  online.available.value = true;
  await settle();
  reply.current = { error: pageError("E_UNREACHABLE") };
  await turns.refresh();
  expect(turns.waiting.value).toBe(2);
});

test("forgets a player that the server does not know", async () => {
  const { online, turns, reply, storage } = make(KNOWN);
  reply.current = { error: { code: "E_NO_IDENTITY", message: "", reasons: [] } };
  online.available.value = true;
  await settle();
  expect(turns.running.value).toBeNull();
  expect(storage.getItem("trid.player")).toBeNull();
});

test("remembers a new identity and forgets a deleted one", async () => {
  const { online, turns, storage } = make();
  online.available.value = true;
  online.me.value = ME;
  expect(storage.getItem("trid.player")).toBe('{"id":"me"}');
  await turns.refresh();
  expect(turns.running.value).toHaveLength(3);
  online.me.value = null;
  expect(storage.getItem("trid.player")).toBeNull();
  expect(turns.running.value).toBeNull();
});

test("drops the answer for an identity that was deleted meanwhile", async () => {
  const { online, turns } = make(KNOWN);
  online.me.value = ME;
  online.available.value = true;
  online.me.value = null;
  await settle();
  expect(turns.running.value).toBeNull();
});

test("names every other player in the lobby once, also for a browser that has never been online", async () => {
  const by = (id: string) => ({ id: `by ${id}`, state: "open", by: { id, name: "" } }) as GameSummary;
  const stranger = make();
  stranger.reply.current = { value: { games: [by("me"), by("ada"), by("ada"), by("bob")], next: null } };
  await stranger.turns.refreshLobby();
  expect(stranger.queries).toEqual([]);
  stranger.online.available.value = true;
  await stranger.turns.refreshLobby();
  expect(stranger.queries).toEqual(["state=open&limit=20"]);
  expect(stranger.turns.lobby.value.map(({ id }) => id)).toEqual(["me", "ada", "bob"]);
  const known = make(KNOWN);
  known.online.available.value = true;
  known.reply.current = stranger.reply.current;
  await known.turns.refreshLobby();
  expect(known.turns.lobby.value.map(({ id }) => id)).toEqual(["ada", "bob"]);
});
