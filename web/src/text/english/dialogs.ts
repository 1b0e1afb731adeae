// Texts of the dialogs.
export const dialogs = {
  newGame: {
    title: "New game",
    opponent: "Opponent",
    person: "Two players, one screen",
    computer: "Computer",
    level: (level: number, name: string) => `Level ${level} of 10: ${name}`,
    /** Levels 1 to 10. */
    levels: [
      "beginner, for a first game",
      "beginner who overlooks less",
      "learner",
      "casual player",
      "attentive player",
      "regular player",
      "club player",
      "strong club player",
      "expert",
      "full strength",
    ],
    side: "Play as",
    random: "Random",
    rules: "Rules",
    revised: "Boards can rotate, and land only where the columns are clear.",
    meder: "The established tournament rules.",
    clock: "Clock (minutes + seconds per move)",
    noClock: "None",
    setUp: "Set up a position",
    start: "Start game",
  },

  games: {
    title: "My games",
    open: "Open a file or text…",
    newName: "New name",
    rename: "Rename",
    renameNamed: (name: string) => `Rename ${name}`,
    delete: "Delete",
    deleteNamed: (name: string) => `Delete ${name}`,
    broken: "This entry can’t be read",
    brokenNote: (why: string) => `${why} You can export it or delete it.`,
    brokenName: "the unreadable entry",
    export: "Export",
    limited:
      "Your browser blocks its database here (often in private windows), so there’s only room for a few games. " +
      "Export what you want to keep.",
    studies: "Analyses",
    gamesTitle: "Games",
    study: "Analysis",
    askDelete: "Delete this game?",
    askDeleteStudy: "Delete this analysis?",
    askDeleteText: (name: string) => `“${name}” will be removed from this browser. You can’t undo this.`,
    keep: "Keep it",
  },

  share: {
    title: "Share or export",
    result: (ending: string) => `Tri-D, chess on three levels: ${ending}.`,
    resultLabel: "The result to share",
    shareResult: "Share the result",
    gameLink: "Link to the game",
    positionLink: "Link to this position",
    record: "Record",
    formats: {
      tpgn: { label: "T-PGN", note: "the moves in chess notation" },
      json: { label: "JSON", note: "the saved game, for programs" },
      tfen: { label: "T-FEN", note: "the position on the board, in one line" },
    },
    recordLabel: (format: string) => `The game as ${format}`,
    copyNamed: (label: string) => `Copy: ${label}`,
    download: "Download",
  },

  open: {
    title: "Open a game or position",
    file: "File (T-PGN, JSON or T-FEN)",
    paste: "Or paste it here",
    placeholder: "T-PGN, JSON or T-FEN",
    drop: "You can also drop a file anywhere on the page.",
    open: "Open",
  },

  view: { title: "View" },

  help: {
    title: "How to play",
    guide: "Read the guide",
    lessons: "Learn step by step",
    rulesTitle: "The rules in short",
    /** Title, text, and the section of the guide with the rest. */
    rules: [
      [
        "Moving",
        "Seen from above, the boards form one map. Pieces move on it as in chess and land on any level of the column " +
          "they reach. Queens, rooks and bishops stop at the first column that holds a piece.",
        "columns",
      ],
      [
        "Boards",
        "Instead of a piece, move an attack board that carries at most one piece to an adjacent pin. The piece lands " +
          "in the same corner, or in the opposite one if the board rotates.",
        "moving-a-board",
      ],
      ["Direction", "A board that carries a piece can’t move backward. An empty board can.", "what-is-forward"],
      ["Shaft", "A board lands only where its four columns hold no piece except knights (revised).", "the-shaft"],
      [
        "Castling",
        "King and rook on the back rank of your attack boards swap squares, if neither has moved or been carried.",
        "castling",
      ],
      [
        "Promotion",
        "A pawn promotes on the last rank of its file. On the outer files that rank depends on the boards.",
        "promotion",
      ],
    ] as readonly (readonly [string, string, string])[],
    keysTitle: "Keyboard",
    keys: [
      ["Arrow keys", "on a square: move between squares of the map"],
      ["Left, Right", "elsewhere: go to the previous or next move"],
      ["Up, Down", "elsewhere: go to the start or end of the game"],
      ["F", "flip the boards"],
      ["Page up, Page down", "go to the next level of the same column"],
      ["Enter or Space", "pick the square"],
      ["B", "pick the attack board you’re on"],
      ["Escape", "cancel the selection"],
    ] as readonly (readonly [string, string])[],
    setTitle: "3D view",
    set: [
      ["Drag the background", "to rotate; with the right button or two fingers, to pan"],
      ["Wheel or pinch", "zoom"],
      ["Shift", "pick the farther one of two targets behind each other"],
      ["Post or rim", "pick an attack board"],
      ["Rings on a post", "one for White’s board, two for Black’s"],
      ["Marker on a corner", "ball: White controls the board; cube: Black does; none: nobody does"],
      ["Tap twice", "on a touch screen, the first tap on a target shows where the piece will land"],
    ] as readonly (readonly [string, string])[],
    marksTitle: "Marks on pawns",
    marks: {
      frozen: "there’s no square in front of the pawn; it can move when a board arrives there",
      deferred: "under an attack board it stays a pawn, and promotes when that board leaves",
      carried: "it rode on a board and can no longer advance two ranks",
      stranded: "a board carried it to its furthest rank, where it stays a pawn",
    },
    licenses: "Licenses of the software in Tri-D",
  },
};
