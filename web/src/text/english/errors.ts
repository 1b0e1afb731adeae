// Errors by code. The page shows the message of the server or of the rules behind "Details".
import type { Code, ErrorCode } from "../../wire/game";
import type { Action } from "../../wire/online";

/** The codes of the server and of the rules that are not explained by a reason. */
type PlainCode = Exclude<ErrorCode, Code> | "E_GAME_OVER" | "E_NOT_YOUR_TURN";

const byCode: Readonly<Record<PlainCode, string>> = {
  E_BAD_GAME: "The server can’t create a game with these settings.",
  E_BAD_MESSAGE: "The server couldn’t read a message from this page. Reload the page.",
  E_BAD_REQUEST: "The server couldn’t read the request. Reload the page and try again.",
  E_BARE_KING: "You can’t claim a win with only a king left.",
  E_CLAIM: "There’s no draw to claim.",
  E_DAMAGED: "The rest of this game is damaged on the server. What is left can be viewed, but not continued.",
  E_EMPTY: "There’s no game or position in it.",
  E_FORM: "This format isn’t supported.",
  E_GAME_OVER: "The game is over.",
  E_HOST: "The server doesn’t serve this address. Its operator can allow it.",
  E_ILLEGAL: "This move isn’t legal.",
  E_INTERNAL: "Something went wrong on the server. Try again in a moment.",
  E_JSON: "It isn’t a valid saved game.",
  E_KEY_REUSED: "This request was already used for another game. Try again.",
  E_LEVEL: "The computer has no such level.",
  E_MEMORY: "There isn’t enough memory for the computer player.",
  E_METHOD: "The server doesn’t support this request. Reload the page.",
  E_NO_CLAIM: "There’s no draw to claim.",
  E_NO_GAME: "This game doesn’t exist, or it has been deleted.",
  E_NO_IDENTITY: "The server doesn’t know this browser. Reload the page.",
  E_NO_PAGE: "There’s nothing at this address.",
  E_NOT_GONE: "Your opponent hasn’t been gone long enough.",
  E_NOT_JSON: "The server couldn’t read the request. Reload the page and try again.",
  E_NOT_OVER: "The game isn’t over yet.",
  E_NOT_SEATED: "Only the players can do that.",
  E_NOT_STARTED: "The game hasn’t started yet.",
  E_NOT_YOUR_TURN: "It isn’t your turn.",
  E_NOTHING_TO_ANSWER: "There’s no offer to answer any more.",
  E_OFFERED: "You’ve already offered that.",
  E_ORDINARY_CHESS:
    "This is a game of ordinary chess. Tri-D opens games on three levels, whose moves name a level, such as Nc3W.",
  E_ORIGIN: "The server rejected the request because it came from another site.",
  E_OWN_GAME: "You can’t join your own game.",
  E_PLY: "The game has no such move.",
  E_RATE: "Too many requests. Try again in a few seconds.",
  E_REPEATED: "You can ask again after your next move.",
  E_RULES: "There’s no such rule book.",
  E_SEATS_TAKEN: "Someone else has already joined this game.",
  E_STALE: "The game changed just as you clicked. Take another look.",
  E_STORAGE: "The server couldn’t save this, so nothing has changed. Try again in a moment.",
  E_TFEN: "It isn’t a valid position (T-FEN).",
  E_TOO_LATE: "The game can’t be aborted any more.",
  E_TOO_LONG: "This text or game is too long.",
  E_TOO_MANY_GAMES: "You have too many unfinished games. Finish or abort one first.",
  E_TOO_SLOW: "The request took too long. Check your connection and try again.",
  E_TPGN: "It isn’t a valid game (T-PGN).",
};

const stale: Readonly<Record<Action["type"], string>> = {
  move: "The position changed before your move arrived, so it wasn’t played. Take another look.",
  claimDraw: "The position changed before your claim arrived. Take another look.",
  offerDraw: "Your opponent’s offer changed just as you clicked, so nothing was agreed. Take another look.",
  declineDraw: "Your opponent’s offer changed just as you clicked. Take another look.",
  offerRematch: "Your opponent’s offer changed just as you clicked, so nothing was agreed. Take another look.",
  declineRematch: "Your opponent’s offer changed just as you clicked. Take another look.",
  askTakeback: "Your opponent’s request changed just as you clicked, so nothing was agreed. Take another look.",
  declineTakeback: "Your opponent’s request changed just as you clicked. Take another look.",
  resign: "The game changed just as you clicked. Take another look.",
  abort: "The game changed just as you clicked. Take another look.",
  claimGone: "The game changed just as you clicked. Take another look.",
};

export const errors = {
  byCode,
  /** An action that was decided in an earlier state of the game. */
  stale,
  moveNotStored: "The server couldn’t save your move, so it wasn’t played. Try again in a moment.",

  /** The page's own errors. */
  ofPage: {
    E_CONNECTION: "The connection broke before the server answered. The board shows what counts.",
    E_NOT_LOADED: "Couldn’t load online play. Check your connection, then reload the page.",
    E_NO_COOKIE: "This browser blocks the cookie that identifies you to the server. Allow it, then try again.",
    E_NO_PLY: "There are no more moves in that direction.",
    E_NO_SOCKET: "The server answers, but the live connection doesn’t open. Still trying…",
    E_OFFLINE: "You’re offline. Try again when you’re connected.",
    E_REVIEW: "This game is already over.",
    E_READER: "Couldn’t load the game importer. Try again when you’re online.",
    E_UNREACHABLE: "Can’t reach the server. Check your connection and try again.",
  },

  details: "Details",
  /** Behind "Details". */
  codeAndMessage: (code: string, message: string) => (message === "" ? code : `${code}: ${message}`),
};
