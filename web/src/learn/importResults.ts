// Adds results from an exported file to those of this browser.
import type { LearnResult } from "../storage/learnResults";
import { savedItems } from "../storage/storage";
import { openCourse, PROGRESS_KEY } from "./lessons/course";
import { openPuzzleBook } from "./puzzles/puzzleBook";
import { PUZZLE_PROGRESS_KEY } from "./puzzles/puzzleSettings";
import { openTrainers, SCORES_KEY } from "./trainers/scores";

/** Returns whether all of them could be read. Results that this version cannot merge are added only if there are none yet. */
export async function importResults(results: readonly LearnResult[]): Promise<boolean> {
  const storage = savedItems();
  let complete = true;
  for (const { key, value } of results) {
    if (key === PROGRESS_KEY) complete = (await openCourse()).merge(value) && complete;
    else if (key === PUZZLE_PROGRESS_KEY) complete = (await openPuzzleBook()).merge(value) && complete;
    else if (key === SCORES_KEY) complete = (await openTrainers()).scores.merge(value) && complete;
    else if (storage.getItem(key) === null) storage.setItem(key, value);
  }
  return complete;
}
