// Texts of the frame around the boards: header, status, moves and actions.
import type { Color, Role } from "../../wire/snapshot";
import { counted } from "./format.ts";
import { game } from "./game.ts";

const { side } = game;

export const page = {
  name: "Tri-D",
  newVersion: "A new version is ready.",
  reload: "Reload",
  later: "Later",
  /** The title of the tab. */
  yourTurn: (name: string) => `● Your turn – ${name}`,
  partNotLoaded: "Couldn’t load this part of the page. Check your connection, then reload the page.",
  notStarted: "Tri-D couldn’t start",
  notStartedNote: "Reload the page. If that doesn’t help, try a current browser with WebAssembly.",
  dismiss: "Dismiss",
  why: "Why?",
  readGuide: "Read on in the guide",
  backToBoards: "Back to the boards",
  cancel: "Cancel",
  close: "Close",
  copy: "Copy",
  copied: "Copied",

  header: {
    label: "Games and settings",
    newGame: "New game",
    online: "Online",
    learn: "Learn",
    analyse: "Analyse",
    games: "My games",
    share: "Share",
    open: "Open",
    view: "View",
    help: "Help",
    onlineTurns: (count: number) => `Your turn in ${counted(count, "game")}`,
    computer: (level: number) => `Playing the computer, level ${level}`,
  },

  panel: {
    label: "Game",
    thinking: "thinking…",
    captured: (kind: Role, count: number) => `${counted(count, game.role[kind])} captured`,
    ahead: (pawns: number) => `ahead by ${pawns}`,
  },

  moves: {
    label: "Moves",
    empty: "No moves yet. Pick a piece, then a square. To move an attack board, pick its name, then a pin.",
    emptyToWatch: "No moves yet.",
    browse: "Browse the moves",
    first: "Go to the start",
    previous: "Previous move",
    next: "Next move",
    last: "Go to the end",
    /** What is shown after a move with a number; null for the start. */
    position: (number: number | null, last: number) =>
      number === null ? "Start of the game." : `Move ${number} of ${last}.`,
    type: "Type a move",
    placeholder: "Type a move: Nc3N, b2Wb4N, QL2^180",
    play: "Play",
  },

  actions: {
    claimDraw: (reason: string) => `Claim a draw: ${reason}`,
    draw: "Draw",
    resign: "Resign",
    undo: "Undo",
    hint: "Hint",
    searching: "Looking…",
    keepPlaying: "Keep playing",
    askDraw: "Agree to a draw?",
    askDrawText: (color: Color) => `${side[color]} offers a draw. Do both players agree?`,
    agreeDraw: "Agree to a draw",
    askResign: (color: Color) => `Resign as ${side[color]}?`,
    askResignText: (winner: Color) => `The game ends and ${side[winner]} wins.`,
    confirmResign: (color: Color) => `Resign as ${side[color]}`,
  },

  hint: (move: string) => `Hint: ${move}`,
  engineFailed: "The computer player stopped working. Undo a move or reload the page.",

  choice: {
    landing: (from: string, to: string) => `${from} to ${to}: where does the piece on the board land?`,
    mustPromote: (square: string) => `The pawn on ${square} must promote to:`,
    promote: "Promote to:",
    sameCorner: "same corner",
    oppositeCorner: "opposite corner (turned)",
  },

  waiting: {
    offline: "You’re offline",
    unreachable: "The server can’t be reached",
    explanation: "Your game opens by itself as soon as the connection is back.",
    retry: "Retry",
    trying: "Trying…",
    leave: "Play offline instead",
  },

  /** An address that names an online game that cannot be opened. */
  noGame: {
    wrongLink: "This link leads to no game",
    wrongLinkNote:
      "It may be incomplete, or the game was deleted because nobody joined it. Ask for the link again, or start a game of your own.",
    notOpened: "The game couldn’t be opened",
    online: "Play online",
    home: "Home screen",
  },

  open: {
    pastedText: "Pasted game",
    droppedText: "Dropped game",
    linkedGame: "Linked game",
    unreadable: (why: string) => `This game can’t be read. ${why}`,
    deleted: "This game is no longer saved in this browser.",
    notStarted: "Couldn’t start the game.",
    tooLarge: (name: string) => `“${name}” is too large to be a game.`,
    failed: (name: string) => `Couldn’t open “${name}”.`,
    lastBroken: (why: string) => `Couldn’t read your last game: ${why} You can export it from “My games”.`,
    lastFailed: (why: string) => `Couldn’t open your last game. ${why}`,
    onlineFailed: "Couldn’t open the game.",
    brokenPosition: (text: string) =>
      `Couldn’t read the position in this link. Perhaps the link was cut short: “${text}”`,
    brokenGame: "Couldn’t read the game in this link. Perhaps the link was cut short.",
    longGame: "The game in this link is too long. A link can hold 1 MB of text.",
  },

  imported: {
    others: (name: string, count: number) =>
      count === 1
        ? `The other game of “${name}” is in “My games”.`
        : `The other ${count} games of “${name}” are in “My games”.`,
    othersNotSaved: (name: string, why: string) => `Couldn’t save all games of “${name}”. ${why}`,
    learnResults: "Your results in lessons, puzzles and trainers were added.",
    noLearnResults:
      "The results in lessons, puzzles and trainers in this file couldn’t be read. Your own stay as they are.",
    badGame: (name: string, number: number, line: number, why: string) =>
      `Couldn’t read game ${number} of “${name}” (line ${line}). ${why}`,
    badVariation: (name: string, line: number) =>
      `A variation of “${name}” has an illegal move (line ${line}). It’s kept as text.`,
    moreBadVariations: (count: number) => `${counted(count, "more part")} couldn’t be read.`,
    moreBadGames: (count: number) => `Couldn’t read ${counted(count, "more game")}.`,
    onlyPosition: "Its moves couldn’t be replayed, so only the final position was imported.",
    onlyPositionOf: (name: string, number: number) =>
      `The moves of game ${number} of “${name}” couldn’t be replayed, so only its final position was imported.`,
  },

  /** Why a game could not be stored, or a stored one cannot be read. */
  storage: {
    full: "The browser’s storage is full or turned off. Export the game to a file instead.",
    taken: "An unreadable entry is stored under the same key.",
    notJson: "It isn’t JSON text.",
    notAnObject: "It isn’t a JSON object.",
    noGame: "It contains no game.",
    noName: "It has no name.",
    noDate: "It has no date.",
    noPly: "It doesn’t say which move was shown.",
    incomplete: "Parts of it are missing.",
    badClock: "Its clock can’t be read.",
    badOpponent: "Its opponent can’t be read.",
  },

  debug: {
    title: (count: number) => `${count} boards of the World`,
    label: "Boards of the World",
    board: "board",
    now: "now",
    over: "over",
    center: "centre x, y, z",
    squares: "squares x, y, z",
    fixed: "fixed",
  },
};
