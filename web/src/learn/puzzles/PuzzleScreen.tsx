// The puzzles of the learn screen: the menu, or a puzzle on the boards.
import "../../styles/puzzles.css";
import { formatPlace, type PuzzleMode } from "../../place/place";
import type { Page } from "../../ui/page";
import { PuzzleMenu } from "./PuzzleMenu";
import { PuzzlePlay } from "./PuzzlePlay";

export function PuzzleScreen({ page, mode }: { page: Page; mode: PuzzleMode | null }) {
  if (mode === null) return <PuzzleMenu page={page} />;
  return <PuzzlePlay key={formatPlace({ kind: "puzzles", mode })} page={page} mode={mode} />;
}
