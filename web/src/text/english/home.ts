// Texts of the home screen. The build writes them into `index.html`, so they are no part of the loaded catalogue.
import type { Color } from "../../wire/snapshot.ts";
import { counted } from "./format.ts";

export const home = {
  skip: "Skip to the board",
  homeLink: "Tri-D, home screen",
  title: "Chess on three levels",
  line: "The three-level chess that you remember from the starship, with rules to the last detail. Free, in your browser, without an account.",
  continueGame: "Continue your game",
  /** Online games that have not ended. */
  running: (opponent: string) => `Game against ${opponent} is running`,
  yourTurn: "It’s your turn",
  theirTurn: (opponent: string) => `${opponent} is thinking`,
  severalRunning: (count: number) => `${count} games are running`,
  yourTurnIn: (count: number) => (count === 0 ? "The others are thinking" : `Your turn in ${counted(count, "game")}`),
  playComputer: "Play the computer",
  playComputerHint: "Ten levels, from first game to full strength",
  playFriend: "Play a friend",
  playFriendHint: "Send a link and play from anywhere",
  /** Players in the lobby. */
  waits: (name: string) => `${name} is waiting for an opponent`,
  severalWait: (count: number) => `${count} players are waiting for an opponent`,
  twoPlayers: "Two players, one screen",
  twoPlayersHint: "Take turns at this device",
  firstMinute: "New here?",
  firstMinuteHint: "Five moves show you what’s different. It takes a minute.",
  firstMinuteStart: "Try it",
  firstMinuteLater: "No thanks",
  learn: "Learn",
  learnHint: "Short lessons on the real boards",
  analyse: "Analyse",
  analyseHint: "Explore a game or a position",
  daily: "Puzzle of the day",
  dailyHint: "The same for everyone, until midnight",
  dailyDone: "Done for today. Come back tomorrow.",
  /** `mateIn` is 0 or null where the task is to win. */
  puzzleTask: (side: Color, mateIn: number | null) =>
    `${side === "white" ? "White" : "Black"} to move and ${mateIn ? `mate in ${mateIn}` : "win"}`,
  needsScript: "Tri-D needs JavaScript. Turn it on and reload the page.",
};
