// The puzzle of the day as the home screen shows it: the task, and a small map of the position.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { rounds } from "virtual:daily";
import { LocalMode } from "../../board/localMode";
import { layoutMap } from "../../board/map/layout";
import { SmallMap } from "../../board/map/SmallMap";
import { Store } from "../../board/store";
import type { Core } from "../../core/core";
import { savedItems } from "../../storage/storage";
import { home } from "../../text/english/home";
import { fileOfDay } from "./dailyFile";
import { chosenBook, PUZZLE_PROGRESS_KEY, today } from "./puzzleSettings";

/** Narrow enough for 24 columns on a card, even on a phone. */
const CELL = 12;

interface Card {
  readonly hint: string;
  readonly picture: ComponentChildren;
}

export async function dailyCard(core: Pick<Core, "world" | "newGame">): Promise<Card> {
  const storage = savedItems();
  const book = chosenBook(storage);
  const { name, line } = fileOfDay(book, today(), rounds[book]);
  const [puzzles, isDone] = await Promise.all([load(name), isDoneToday(storage)]);
  const [, mateIn, tfen = ""] = /^(\d*) (.*)$/.exec(puzzles[line] ?? "") ?? [];
  const mode = new LocalMode(core.newGame(book, tfen), { seats: [] });
  const { turn } = mode.board.snapshot.value;
  // Side by side, but each level with its own rows only.
  const { groups } = layoutMap(core.world, turn, "compact");
  const store = new Store(core.world, signal(mode));
  return {
    hint: isDone ? home.dailyDone : home.puzzleTask(turn, Number(mateIn)),
    picture: <SmallMap store={store} arrangement="row" cell={CELL} groups={groups.toReversed()} />,
  };
}

async function load(name: string): Promise<readonly string[]> {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.text()).split("\n");
}

/** Without stored progress nothing is solved, and the module that reads it is not loaded. */
async function isDoneToday(storage: Storage): Promise<boolean> {
  if (storage.getItem(PUZZLE_PROGRESS_KEY) === null) return false;
  const { openPuzzleBook } = await import("./puzzleBook");
  return (await openPuzzleBook()).menu().isDailyDone;
}
