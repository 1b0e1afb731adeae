// What a person shares of a puzzle of the day or of a run: squares for moves or puzzles that spoil nothing, and a link.
import { formatPlace, type PuzzleTask } from "../../place/place";
import { puzzleText as words } from "../../text/puzzles";
import type { Outcome, PuzzleView, RunState } from "../../wire/learn";

const MARKS: Readonly<Record<Outcome, string>> = { solved: "🟩", helped: "🟨", missed: "🟥" };
/** More squares than this are counted instead. */
const MOST = 20;

/** `page` is the address of the page, without what it shows. */
export function sharedDaily({ moves }: PuzzleView, outcome: Outcome, today: Date, page: string): string {
  return `${words.sharedDaily(today, MARKS[outcome].repeat(moves))}\n${page}${linkTo({ kind: "daily" })}`;
}

export function sharedRun({ solved, failed, remaining }: RunState, page: string): string {
  const run = remaining === null ? "streak" : "storm";
  const marks = squares(MARKS.solved, solved) + squares(MARKS.missed, failed);
  return `${words.sharedRun(run, solved, marks)}\n${page}${linkTo({ kind: "run", run })}`;
}

function squares(mark: string, count: number): string {
  return count > MOST ? `${mark}×${count} ` : mark.repeat(count);
}

function linkTo(task: PuzzleTask): string {
  return formatPlace({ kind: "puzzles", task });
}
