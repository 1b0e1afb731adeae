// Texts of the analysis screen.

export const analysis = {
  label: "Analysis",
  /** The name of a study of a game. */
  nameOf: (game: string) => `Analysis: ${game}`,
  untitled: "Analysis",
  name: "Name of this analysis",
  notFound: "This analysis isn’t saved in this browser. Here’s an empty board.",
  notRead: (why: string) => `Couldn’t open this analysis. ${why}`,
  notSaved: "Your changes can’t be saved: the browser’s storage is full or turned off. Export the analysis to keep it.",

  tabs: { label: "Parts of the analysis", moves: "Moves", engine: "Engine", report: "Report", tools: "Tools" },

  tree: {
    label: "Moves and variations",
    start: "Start position",
    empty: "Make a move on the boards, or type one below. Other moves become variations.",
    unread: "Couldn’t read this variation:",
  },
};
