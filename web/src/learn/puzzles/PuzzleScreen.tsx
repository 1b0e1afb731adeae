// The puzzles of the learn screen: the menu, or a puzzle on the boards.
import "../../styles/puzzles.css";
import { formatPlace, type PuzzleTask } from "../../place/place";
import type { Page } from "../../ui/page";
import { PuzzleMenu } from "./PuzzleMenu";
import { PuzzlePlay } from "./PuzzlePlay";

export function PuzzleScreen({ page, task }: { page: Page; task: PuzzleTask | null }) {
  if (task === null) return <PuzzleMenu page={page} />;
  return <PuzzlePlay key={formatPlace({ kind: "puzzles", task })} page={page} task={task} />;
}
