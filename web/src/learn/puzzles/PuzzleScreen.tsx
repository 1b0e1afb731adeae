// The puzzles of the learn screen: the menu, or a puzzle on the boards.
import "../../styles/puzzles.css";
import type { Page } from "../../ui/page";
import type { LearnPlace } from "../paths";
import { readMode, type PuzzleMode } from "./mode";
import { PuzzleMenu } from "./PuzzleMenu";
import { PuzzlePlay } from "./PuzzlePlay";

export function PuzzleScreen({ page, place }: { page: Page; place: LearnPlace }) {
  const value = place.value ?? "";
  const mode: PuzzleMode | null =
    place.kind === "puzzle"
      ? { kind: "one", number: /^\d{6}$/.test(value) ? Number(value) : NaN }
      : readMode(place.value);
  return mode === null ? <PuzzleMenu page={page} /> : <PuzzlePlay key={value} page={page} mode={mode} value={value} />;
}
