// Texts of online games: the dialog, the lists, the status and the actions of a game.
import type { TimeControl } from "../../wire/online";
import type { Color } from "../../wire/snapshot";
import { counted, date } from "./format.ts";
import { game } from "./game.ts";

const { side } = game;

function timeControl(clock: TimeControl): string {
  switch (clock.type) {
    case "none":
      return "no clock";
    case "realTime":
      return `${clock.initial % 60 === 0 ? `${clock.initial / 60} min` : `${clock.initial} s`} + ${clock.increment} s`;
    case "days":
      return `${counted(clock.days, "day")} per move`;
  }
}

export const online = {
  title: "Play online",
  timeControl,
  date,

  name: {
    label: "Your name, as others see it",
    optional: "Optional",
    nobody: "nobody yet",
    you: "You",
    withYou: (name: string) => `${name} (you)`,
    random: "random",
    free: "free",
    pair: (white: string, black: string) => `${white} – ${black}`,
  },

  newGame: {
    title: "New game",
    rules: "Rules",
    side: "Play as",
    random: "Random",
    clock: "Clock",
    noClock: "None",
    realTime: (minutes: number, seconds: number) => `${minutes} min + ${seconds} s`,
    days: (days: number) => `${counted(days, "day")} per move`,
    unit: "Time",
    perGame: "minutes per game",
    perMove: "days per move",
    daysField: "Days",
    fromBoard: "Start from the position on the board",
    openToAll: "Open to everyone",
    byLink: "Invite a friend by link",
  },

  lists: {
    label: "Games on this server",
    titles: { mine: "My games", open: "Lobby", live: "Live", finished: "Finished" },
    empty: {
      mine: "You have no games on this server yet. Create one, or join one from the lobby.",
      open: "No open games right now. Create one that’s open to everyone, and it appears here until someone joins.",
      live: "No public games are being played. Games by link aren’t listed.",
      finished: "No public games have finished yet. Games by link aren’t listed.",
    },
    yourTurnIn: (count: number) => `your turn in ${counted(count, "game")}`,
    retrying: "Trying again…",
    loading: "Loading…",
    noMatch: "No games match the filter.",
    showAll: "Show all",
    yourTurn: "Your turn",
    join: "Join",
    watch: "Watch",
    open: "Open",
    more: "Show more",
    filter: (on: boolean) => (on ? "Filter (on)" : "Filter"),
    any: "any",
    rules: "Rules",
    revised: "revised",
    meder: "Meder’s",
    clock: "Clock",
    clockNone: "none",
    clockMinutes: "minutes",
    clockDays: "days",
    result: "Result",
    resultNone: "none",
    opponent: "Opponent",
    player: "Player",
    namePrefix: "name starts with",
    from: "From",
    until: "Until",
  },

  summary: {
    waiting: "Your game is waiting for an opponent",
    unjoined: "Nobody joined your game",
    youPlay: (color: Color) => `you play ${side[color]}`,
    rules: { revised: "revised rules", meder: "Meder’s rules" },
    customStart: "custom position",
    progress: (move: number, turn: Color) => `move ${move}, ${side[turn]} to move`,
    aborted: "aborted",
    status: {
      ongoing: "in progress",
      checkmate: "checkmate",
      stalemate: "stalemate",
      draw: "draw",
      resigned: "resignation",
      timeout: "timeout",
    },
  },

  status: {
    label: "Online game",
    spectators: (count: number) => counted(count, "spectator"),
    watching: "You’re watching this game",
    watchedFinished: "You’re viewing a finished game",
    connected: "connected",
    reconnecting: "reconnecting…",
    reconnectingWith: (move: string) => `reconnecting… ${move} will be sent`,
    goneNote: "You can still export what you see.",
    willBeSent: (move: string) => `${move} will be sent when you reconnect.`,
    notStoredYet: (move: string) => `The server couldn’t save ${move} yet. Trying again…`,
    credit: (color: Color, seconds: number) =>
      `${side[color]} got ${counted(seconds, "second")} back: the server was briefly unavailable.`,
    here: "here",
    gone: "gone",
    unknown: "unknown",
  },

  invitation: {
    send: "Send this link to your opponent, or let them scan the code. The game starts when they join.",
    link: "Link to the game",
    share: "Share…",
    cancel: "Cancel game",
    qrCode: "QR code of the link",
  },

  challenge: {
    invites: (name: string) => `${name} invites you to a game`,
    time: "Time",
    rules: "Rules",
    youPlay: "You play",
    random: "White or Black, at random",
    noClock: "No clock",
    join: "Join game",
    joining: "Joining…",
    notNow: "Not now",
  },

  earlier: (yourTurn: boolean) => `You’re viewing an earlier position.${yourTurn ? " It’s your turn." : ""}`,
  backToGame: "Back to the game",

  absent: {
    gone: (color: Color) => `${side[color]} has left.`,
    abortIn: (seconds: number) => `You can abort the game in ${seconds} s.`,
    claimIn: (seconds: number) => `You can claim the game in ${seconds} s.`,
    abort: "Abort game",
    claimWin: "Claim the win",
    claimDraw: "Claim a draw",
  },

  offers: {
    draw: (color: Color) => `${side[color]} offers a draw.`,
    takeback: (color: Color) => `${side[color]} asks to take back a move.`,
    rematch: (color: Color) => `${side[color]} offers a rematch.`,
    ownDraw: "You’ve offered a draw.",
    ownTakeback: "You’ve asked to take back a move.",
    ownRematch: "You’ve offered a rematch.",
    declined: {
      draw: "Your draw offer was declined.",
      takeback: "Your takeback request was declined.",
      rematch: "Your rematch offer was declined.",
    },
    accept: "Accept",
    decline: "Decline",
  },

  actions: {
    offerDraw: "Offer a draw",
    takeback: "Take back",
    oncePerMove: "You can ask again after your next move",
    abort: "Abort game",
    resign: "Resign",
    watchRematch: "Watch the rematch",
    toRematch: "Go to the rematch",
    rematch: "Rematch",
    share: "Share",
    newGame: "New game",
    leaveForNow: "Leave for now",
    leave: "Leave",
    resignText: "The game ends and your opponent wins.",
  },

  privacy: {
    title: "What is stored, and for how long",
    stored:
      "The server stores your games and, if you enter one, your name. There are no accounts, e-mail addresses or " +
      "passwords: a random token in a cookie identifies this browser, and the server knows only its hash. The cookie " +
      "lasts for a year after your last visit.",
    visible:
      "Everyone who can see your games can see your name. Games that nobody joins are deleted after a while, by " +
      "default 14 days; finished games are kept.",
    newToken: "New token",
    askNewToken: "Replace the token?",
    askNewTokenText: "This browser stays the same player. Anyone else with a copy of its cookie is locked out.",
    replaceToken: "Replace the token",
    tokenReplaced: "This browser has a new token. The old one no longer works.",
    tokenNotReplaced: "The token wasn’t replaced.",
    delete: "Delete my name and identity",
    askDelete: "Delete your name and identity?",
    askDeleteText:
      "Your games in progress are resigned, games that nobody has joined are cancelled, and your name is removed from " +
      "all games on this server. The moves stay. You can’t undo this.",
    deleted: "Your name and identity have been deleted from this server.",
    notDeleted: "Nothing was deleted.",
  },
};
