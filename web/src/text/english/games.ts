// Texts of games on this device: starting, saving, reviewing and exporting them.
import { dateTime, dayAndTime } from "./format.ts";

export const games = {
  /** The name of a copy; `number` is 1 for the first one. */
  copyName: (name: string, number: number) => (number === 1 ? `${name} (copy)` : `${name} (copy ${number})`),
  copyStarted: "You’re playing on in a copy. The original stays in My games as it was.",
  onlineCopyStarted: "You’re playing on in a copy on this device. The online game stays as it was.",
  moveStartsCopy: "A move here starts a copy; this game stays as it is.",
  moveReplaces: "A move here replaces what follows.",

  versus: (white: string, black: string) => `${white} – ${black}`,
  datedName: (player: string, time: number) =>
    player === "" ? `Game of ${dayAndTime(time)}` : `${player}, ${dayAndTime(time)}`,
  kept: (name: string) => `“${name}” is in My games, where you can go on with it.`,
  computer: (strength: number) => `Computer (level ${strength})`,
  yourName: "Your name",
  namePlaceholder: "Name (optional)",
  customClock: "Custom…",
  minutes: "Minutes",
  increment: "Seconds per move",

  rematch: "Rematch",
  level: (strength: number) => `Level ${strength}`,
  playLevel: (strength: number) => `Play at level ${strength}`,
  mistakes: "See your mistakes",
  playAgain: "Play again",
  newGame: "New game",
  share: "Share",
  analyse: "Analyse",
  analyseNamed: (name: string) => `Analyse ${name}`,
  studyName: (game: string) => `${game} – analysis`,
  studyNotSaved: "The browser’s storage is full or turned off, so this analysis isn’t saved. Export it to keep it.",

  none: "No games yet. Every game that you play on this device appears here.",
  notKept: (why: string) => `This game isn’t being saved. ${why}`,
  notExported: (name: string) => `Couldn’t export “${name}”.`,
  onBoard: "On the board",
  changed: dateTime,
  export: (name: string) => `Export ${name}`,
  exportAll: "Export all as T-PGN",
  tpgn: "T-PGN",
  json: "JSON",
  exported: (name: string, format: string) => `Export ${name} as ${format}`,
  exportFormat: "Export as",
  allGamesFile: "tri-d-games",
};
