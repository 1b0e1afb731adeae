// Texts of the guide's page. The guide itself is in `docs`.
import { counted } from "./format.ts";

export const guide = {
  title: "Guide",
  contents: "Contents",
  search: "Search the guide",
  searchHint: "Press / to search, ↓ for the results",
  results: (count: number) => (count === 0 ? "Nothing found. Try another word." : counted(count, "result")),
  books: "Rule book",
  book: { both: "Both", revised: "Revised", meder: "Meder" },
  booksNote: "Lines with a coloured edge apply to one rule book only.",
  play: "Play on this position",
  playNamed: (description: string) => `Play on this position: ${description}`,

  board: {
    title: "Try it",
    label: "Diagram of the guide",
    note: "Both sides are yours. Nothing here is saved.",
    reset: "Reset",
    back: "Back to the guide",
    notInBook: "This position can’t arise in this rule book.",
  },
};
