// The computer: playing its side, cancelling, and hints.
import { beforeEach, expect, test } from "vitest";
import type { Engine } from "../../src/core/engine";
import { Computer } from "../../src/game/computer";
import { createLibrary } from "../../src/game/library";
import { UNNAMED } from "../../src/core/savedRecord";
import { Session } from "../../src/game/session";
import type { SearchRequest } from "../../src/wire/engine";
import { aStorage } from "../fakes";
import { realRules } from "../core/realCore";

const rules = realRules();

/** An engine that finds a move when `answer` is called. */
class FakeEngine implements Engine {
  readonly requests: SearchRequest[] = [];
  cancelled = 0;
  private settle: ((move: string | null) => void) | undefined;

  search(request: SearchRequest): Promise<string | null> {
    this.requests.push(request);
    return new Promise((resolve) => (this.settle = resolve));
  }

  cancel(): void {
    this.cancelled++;
    this.settle?.(null);
  }

  answer(move: string): void {
    this.settle?.(move);
  }
}

let session: Session;
let player: FakeEngine;
let computer: Computer;

beforeEach(() => {
  session = new Session({ core: rules, library: createLibrary(aStorage()) });
  player = new FakeEngine();
  computer = new Computer({ session, player, pause: () => Promise.resolve(), random: () => 0.5 });
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const NEW = { rules: "revised", tfen: null, clock: null, opponent: null, players: UNNAMED } as const;

test("it plays only its side, at its strength", async () => {
  session.startNew({ ...NEW, opponent: { strength: 4, plays: "black" } });
  await settled();
  expect(player.requests).toHaveLength(0);
  await session.store.playText("b4N");
  await settled();
  expect(player.requests).toMatchObject([{ strength: 4, position: { moves: ["b2Wb4N"] } }]);
  expect(computer.busy.value).toBe("move");
  player.answer("b7Bb5N");
  await settled();
  expect(session.store.snapshot.value.ply).toBe(2);
  expect(computer.busy.value).toBeNull();
});

test("it uses the clock if there is one", async () => {
  const clock = { initial: 60_000, increment: 1000 };
  session.startNew({ ...NEW, rules: "meder", clock, opponent: { strength: 10, plays: "white" } });
  await settled();
  expect(player.requests).toMatchObject([{ moveTime: null, clock: { left: 60_000, increment: 1000 } }]);
});

test("a change of position cancels the search and its move", async () => {
  session.startNew({ ...NEW, opponent: { strength: 4, plays: "black" } });
  await session.store.playText("b4N");
  await settled();
  session.store.undo();
  await settled();
  expect(player.cancelled).toBeGreaterThan(0);
  expect(session.store.snapshot.value.ply).toBe(0);
});

test("it does not move in earlier positions", async () => {
  session.startNew({ ...NEW, opponent: { strength: 4, plays: "black" } });
  await session.store.playText("b4N");
  await settled();
  player.answer("b7Bb5N");
  await settled();
  session.store.goTo(1);
  await settled();
  expect(player.requests).toHaveLength(1);
});

test("a hint marks the squares without playing", async () => {
  const hinted = computer.hint();
  await settled();
  player.answer("b2Wb4N");
  await hinted;
  expect(session.store.hint.value).toEqual({ squares: ["b2W", "b4N"], pins: [] });
  expect(session.message.value).toEqual({ tone: "note", text: "Hint: b4N" });
  expect(session.store.snapshot.value.ply).toBe(0);
});

test.each([
  ["castling marks king and rook", "O-O-O", ["d0KL1", "z0QL1"], []],
  ["a board move marks its pins and rider", "QL1-QL2", ["z0QL1", "z4QL2"], ["QL1", "QL2"]],
])("a hint of %s", async (_, move, squares, pins) => {
  const tfen = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:r1/2,KL6b:kr/2 w KQkq - - - - 10 20";
  session.startNew({ ...NEW, tfen });
  const hinted = computer.hint();
  await settled();
  player.answer(move);
  await hinted;
  expect([...session.store.hint.value.squares].sort()).toEqual(squares);
  expect(session.store.hint.value.pins).toEqual(pins);
});
