// The texts of the puzzles, which are loaded with them.
import type { Catalogue } from ".";
import { puzzles } from "./english/puzzles";

export const puzzleText: Catalogue["puzzles"] = puzzles;
