// The puzzle of the day as the home screen shows it: the task, and a small map of the position.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { layoutMap } from "../../board/map/layout";
import { SmallMap } from "../../board/map/SmallMap";
import { Store } from "../../board/store";
import { puzzleText as words } from "../../text/puzzles";
import type { World } from "../../wire/world";
import { AttemptMode } from "../attemptMode";
import { openPuzzleBook } from "./puzzleBook";

/** Narrow enough for 24 columns on a card, even on a phone. */
const CELL = 12;

interface Card {
  readonly hint: string;
  readonly picture: ComponentChildren;
}

/** Null if there is no puzzle. */
export async function dailyCard(world: World): Promise<Card | null> {
  const book = await openPuzzleBook();
  const { daily, isDailyDone } = book.menu();
  const puzzle = daily === null ? null : await book.open(daily);
  if (!puzzle) return null;
  const { view, attempt } = puzzle;
  const store = new Store(world, signal(new AttemptMode(view, attempt)));
  // Side by side, but each level with its own rows only.
  const { groups } = layoutMap(world, view.color, "compact");
  return {
    hint: isDailyDone ? words.dailyDone : words.task(view.color, view.mateIn),
    picture: <SmallMap store={store} arrangement="row" cell={CELL} groups={groups.toReversed()} />,
  };
}
