// Events of every kind, stored by an earlier version of the server, fold in the page into what that server reported.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { GameSummary, OnlineEvent, OnlineGameState } from "../../src/wire/online";
import type { Snapshot } from "../../src/wire/snapshot";
import { realRules } from "../core/realCore";

interface StoredGame {
  readonly summary: GameSummary;
  readonly events: readonly OnlineEvent[];
}

const FIXTURE = join(import.meta.dirname, "../../../crates/server/tests/fixtures/games.json");
const { games } = JSON.parse(readFileSync(FIXTURE, "utf8")) as { games: Record<string, StoredGame> };
const rules = realRules();

test.each(Object.entries(games))("%s", (_, { summary, events }) => {
  const game = rules.newOnlineGame(summary.id);
  game.set_player(summary.by.id);
  for (const event of events) game.apply(event);
  const state = JSON.parse(game.state()) as OnlineGameState;
  const { state: stage, by, color, white, black, clock, plies, turn } = summary;
  expect(state).toMatchObject({ state: stage, creator: by, color, white, black, clock, plies, turn, mine: true });
  const { status, result, reason } = summary;
  expect(state.end).toEqual(status && { status, result, reason });
  const snapshot = JSON.parse(game.board().snapshot()) as Snapshot;
  expect(snapshot).toMatchObject({ ply: plies, turn, last: summary.last });
});

test("every kind of event is among them", () => {
  const kinds = new Set(Object.values(games).flatMap(({ events }) => events.map(({ type }) => type)));
  expect(kinds.size).toBe(13);
});

test("an event that is not one is rejected", () => {
  const game = rules.newOnlineGame("3vXKq0hTn5cYbL2a");
  const event = { seq: 1, at: 0, type: "exploded" } as unknown as OnlineEvent;
  expect(() => game.apply(event)).toThrow(expect.objectContaining({ code: "E_BAD_MESSAGE" }));
});
