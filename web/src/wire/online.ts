// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { ApiError } from "./game";
import type { Claim, Color, GameResult, Status } from "./snapshot";
import type { RuleBook } from "./world";

/** Who can find a game. */
export type Access = "link" | "lobby";

/** What a player may do in a game. */
export type Action =
  | {
    readonly type: "move";
    /** The move in coordinate notation. */
    readonly move: string;
    /** The number of plies played when the player decided. A move sent twice is played once. */
    readonly ply: number;
  }
  | {
    readonly type: "claimDraw";
    /** The grounds for the claim. */
    readonly kind: Claim;
  }
  | { readonly type: "offerDraw" }
  | { readonly type: "declineDraw" }
  | { readonly type: "askTakeback" }
  | { readonly type: "declineTakeback" }
  | { readonly type: "resign" }
  | { readonly type: "abort" }
  | {
    readonly type: "claimGone";
    /** What is claimed. */
    readonly outcome: GoneClaim;
  }
  | { readonly type: "offerRematch" }
  | { readonly type: "declineRematch" };

/** What a client may send on the socket of a game. */
export type ClientMessage =
  | {
    readonly type: "act";
    /** A number that the reply repeats. */
    readonly ref: number;
    /** The number of the last event that the player had received. With it, an action that is decided in an earlier state of the game is refused with `E_STALE`. */
    readonly seen?: number;
    /** What to do. */
    readonly action: Action;
  }
  | {
    readonly type: "resume";
    /** The last event that the client has; 0 for none. */
    readonly after: number;
  }
  | {
    readonly type: "ping";
    /** A number that the reply repeats. */
    readonly ref: number;
  };

/** The kinds of time control, for filters. */
export type ClockKind = "none" | "realTime" | "days";

/** Why the server closes a socket. */
export type CloseReason = "stopping" | "idle" | "slow" | "expired" | "rate" | "tooLong" | "unreadable" | "identity";

/** The color that the creator of a game takes. */
export type ColorChoice = "white" | "black" | "random";

/** Why the server could not serve the players. */
export type CreditReason = "stall" | "storage" | "clockStep";

/** How a game ended. */
export type End = {
  /** Checkmate, draw, resigned ... */
  readonly status: Status;
  /** The result. */
  readonly result: GameResult;
  /** Why, where the status does not say. */
  readonly reason: OnlineEndReason | null;
};

/** What happened. */
export type EventKind =
  | {
    readonly type: "created";
    /** The rule book. */
    readonly rules: RuleBook;
    /** The start position as T-FEN; null for the standard one. */
    readonly start: string | null;
    /** The time control. */
    readonly clock: TimeControl;
    /** Who can find the game. */
    readonly access: Access;
    /** The player who created it. */
    readonly by: Player;
    /** The color that its creator takes. */
    readonly color: ColorChoice;
    /** The game of which this is the rematch. */
    readonly rematchOf: GameId | null;
  }
  | {
    readonly type: "started";
    /** The player of White. */
    readonly white: Player;
    /** The player of Black. */
    readonly black: Player;
  }
  | {
    readonly type: "moved";
    /** The move in coordinate notation. */
    readonly move: string;
    /** What both players have left; null without a clock. */
    readonly clocks: Remaining | null;
    /** The milliseconds of network lag that the move was not charged for; absent if there are none. */
    readonly lag?: number;
  }
  | {
    readonly type: "drawOffered";
    /** The player who offers. */
    readonly by: Color;
  }
  | {
    readonly type: "drawDeclined";
    /** The player who declines. */
    readonly by: Color;
  }
  | {
    readonly type: "takebackAsked";
    /** The player who asks. */
    readonly by: Color;
  }
  | {
    readonly type: "takebackDeclined";
    /** The player who declines. */
    readonly by: Color;
  }
  | {
    readonly type: "tookBack";
    /** The player who grants it. */
    readonly by: Color;
    /** The number of plies left in the game. */
    readonly ply: number;
    /** What both players have left; null without a clock. */
    readonly clocks: Remaining | null;
  }
  | {
    readonly type: "resumed";
    /** What both players have left. */
    readonly clocks: Remaining;
  }
  | {
    readonly type: "timeCredited";
    /** The side that gets the time back; null if no clock runs. */
    readonly to: Color | null;
    /** How many milliseconds. */
    readonly ms: number;
    /** What happened to the server. */
    readonly reason: CreditReason;
  }
  | {
    readonly type: "ended";
    /** How. */
    readonly status: Status;
    /** The result. */
    readonly result: GameResult;
    /** Why, where the status does not say: `threefold`, `bareKing`, `abandoned` ... */
    readonly reason: OnlineEndReason | null;
  }
  | {
    readonly type: "rematchOffered";
    /** The player who offers. */
    readonly by: Color;
  }
  | {
    readonly type: "rematchDeclined";
    /** The player who declines. */
    readonly by: Color;
  }
  | {
    readonly type: "rematchStarted";
    /** The new game. */
    readonly game: GameId;
  };

/** The public id of a game: 16 letters and digits. */
export type GameId = string;

/** A page of a list of games, newest first. */
export type GamePage = {
  /** The games. */
  readonly games: ReadonlyArray<GameSummary>;
  /** What to send as `cursor` for the next page; null on the last page. */
  readonly next: string | null;
};

/** The stages of a game. */
export type GameState = "open" | "live" | "finished";

/** A game as lists show it. */
export type GameSummary = {
  /** The game. */
  readonly id: GameId;
  /** Its stage. */
  readonly state: GameState;
  /** The rule book. */
  readonly rules: RuleBook;
  /** Whether it starts from another position than the standard one. */
  readonly customStart: boolean;
  /** Who can find it. */
  readonly access: Access;
  /** The time control. */
  readonly clock: TimeControl;
  /** The player who created it. */
  readonly by: Player;
  /** The color that its creator takes. */
  readonly color: ColorChoice;
  /** White, once the game has started. */
  readonly white: Player | null;
  /** Black, once the game has started. */
  readonly black: Player | null;
  /** When it was created, in milliseconds since 1970. */
  readonly created: Time;
  /** When its last event happened, in milliseconds since 1970. */
  readonly updated: Time;
  /** The number of events. */
  readonly seq: number;
  /** The number of plies played. */
  readonly plies: number;
  /** The side to move. */
  readonly turn: Color;
  /** The current position. */
  readonly tfen: string;
  /** The last move in coordinate notation. */
  readonly last: string | null;
  /** How it ended. */
  readonly status: Status | null;
  /** The result. */
  readonly result: GameResult;
  /** Why it ended, where the status does not say. */
  readonly reason: OnlineEndReason | null;
};

/** What is claimed against an opponent who left. */
export type GoneClaim = "win" | "draw";

/** An identity, as the server returns it when it creates one. */
export type Identity = {
  /** The player as others see them. */
  readonly player: Player;
  /** The token, if the client keeps it itself. */
  readonly token: string | null;
};

/** A request to create a game. */
export type NewGame = {
  /** The rule book, `revised` by default. */
  readonly rules: RuleBook;
  /** The start position as T-FEN; null for the standard one. */
  readonly start: string | null;
  /** The creator's color. */
  readonly color: ColorChoice;
  /** Who can find the game. */
  readonly access: Access;
  /** The time control. */
  readonly clock: TimeControl;
};

/** Why an online game ended: by the rules of chess, or of online play. */
export type OnlineEndReason = "abandoned" | "cancelled" | "expired" | "noFirstMove" | "threefold" | "fivefold" | "fifty" | "seventyFive" | "bareKings" | "agreement" | "bareKing";

/** An event of a game. The events of a game are numbered from 1 without gaps. */
export type OnlineEvent = {
  /** Its number in the game. */
  readonly seq: number;
  /** When it happened, in milliseconds since 1970. */
  readonly at: Time;
} & EventKind;

/** The state of an online game as a client shows it. */
export type OnlineGameState = {
  /** The stage of the game. */
  readonly state: GameState;
  /** The player who created it. */
  readonly creator: Player;
  /** The color that its creator takes. */
  readonly color: ColorChoice;
  /** White, once the game has started. */
  readonly white: Player | null;
  /** Black, once the game has started. */
  readonly black: Player | null;
  /** The time control. */
  readonly clock: TimeControl;
  /** The client's seat; null for a spectator. */
  readonly seat: Color | null;
  /** Whether the client created the game. */
  readonly mine: boolean;
  /** The side that offers a draw. */
  readonly drawOffer: Color | null;
  /** The side that asks for a takeback. */
  readonly takeback: Color | null;
  /** The side that offers a rematch. */
  readonly rematch: Color | null;
  /** The rematch. */
  readonly nextGame: GameId | null;
  /** The number of the last event. An action that the player decides now carries it as `seen`. */
  readonly seq: number;
  /** The number of plies played. */
  readonly plies: number;
  /** The number of completed turns. */
  readonly turns: number;
  /** The side to move. */
  readonly turn: Color;
  /** When the current turn started, in server time. */
  readonly turnSince: Time;
  /** The requests that each side has used up for now. */
  readonly asked: UsedBySide;
  /** The client's request that the last event declined. */
  readonly declined: PlayerRequest | null;
  /** The names of the actions without parameters that the client may take now. */
  readonly allowed: ReadonlyArray<Action["type"]>;
  /** The server time from which the client may claim the game against an opponent who left. */
  readonly claimGoneAt: Time | null;
  /** Whether that claim calls the game off instead of winning it. */
  readonly claimGoneAborts: boolean;
  /** The clocks; null without one. */
  readonly clocks: RunningClocks | null;
  /** How the game ended. */
  readonly end: End | null;
  /** The client's move that the server has not confirmed yet, in algebraic notation. */
  readonly sending: string | null;
};

/** A player as others see them. */
export type Player = {
  /** The public id. */
  readonly id: PlayerId;
  /** The display name, empty when none was given. */
  readonly name: string;
};

/** The public id of a player: 12 letters and digits. */
export type PlayerId = string;

/** What a player may ask of the opponent. */
export type PlayerRequest = "draw" | "takeback" | "rematch";

/** Who is connected. */
export type Presence = {
  /** White. */
  readonly white: SeatPresence;
  /** Black. */
  readonly black: SeatPresence;
  /** The number of spectators. */
  readonly watchers: number;
};

/** The milliseconds both players have left at the time of an event. */
export type Remaining = {
  /** White's milliseconds. */
  readonly white: number;
  /** Black's milliseconds. */
  readonly black: number;
};

/** Both clocks at a point in time, as a display needs them to count down from there. */
export type RunningClocks = {
  /** Milliseconds gained by ending a turn. */
  readonly increment: number;
  /** The side whose clock runs. */
  readonly running: Color | null;
  /** The server time to which the milliseconds refer. */
  readonly since: Time;
  /** White's milliseconds. */
  readonly white: number;
  /** Black's milliseconds. */
  readonly black: number;
};

/** Whether a player is connected. */
export type SeatPresence = {
  /** Whether the player has an open socket. */
  readonly here: boolean;
  /** When the player left, in milliseconds since 1970; null while connected. */
  readonly goneSince: Time | null;
};

/** What the server sends on the socket of a game. */
export type ServerMessage =
  | {
    readonly type: "welcome";
    /** The game. */
    readonly game: GameId;
    /** The client's player; null without a token. */
    readonly you: PlayerId | null;
    /** The client's seat; null for a spectator. */
    readonly seat: Color | null;
    /** The number of the last event. */
    readonly seq: number;
    /** The server's time, in milliseconds since 1970. */
    readonly now: Time;
    /** The most milliseconds of network lag that are not charged to the clock. */
    readonly lagBound: number;
    /** For how many milliseconds the opponent must be gone before a claim; null where none is possible. */
    readonly goneAfter: number | null;
    /** For how many milliseconds the opponent must also have been to move; null where it does not matter. */
    readonly overdueAfter: number | null;
    /** Whether what is stored of the game after the last event is damaged, so that it can only be viewed; absent if not. */
    readonly damaged?: boolean;
  }
  | {
    readonly type: "event";
    /** The event. */
    readonly event: OnlineEvent;
  }
  | {
    readonly type: "rolledBack";
    /** The last event that counts. */
    readonly seq: number;
    /** The moves that are lost, in coordinate notation. */
    readonly lost: ReadonlyArray<string>;
  }
  | { readonly type: "presence" } & Presence
  | {
    readonly type: "done";
    /** The number that the client sent. */
    readonly ref: number;
    /** The event that it became. */
    readonly seq: number;
  }
  | {
    readonly type: "refused";
    /** The number that the client sent; null if it could not be read. */
    readonly ref: number | null;
    /** Why. */
    readonly refusal: ApiError;
  }
  | {
    readonly type: "pong";
    /** The number that the client sent. */
    readonly ref: number;
    /** The server's time, in milliseconds since 1970. */
    readonly now: Time;
  }
  | {
    readonly type: "closing";
    /** Why. */
    readonly reason: CloseReason;
  };

/** A moment, in milliseconds since 1970 in UTC. */
export type Time = number;

/** The time control of a game. */
export type TimeControl =
  | { readonly type: "none" }
  | {
    readonly type: "realTime";
    /** Seconds at the start, 5 to 10800. */
    readonly initial: number;
    /** Seconds added after each move, 0 to 180. */
    readonly increment: number;
  }
  | {
    readonly type: "days";
    /** Days, 1 to 14. */
    readonly days: number;
  };

/** The requests that each side has used up for now. */
export type UsedBySide = {
  /** White. */
  readonly white: UsedRequests;
  /** Black. */
  readonly black: UsedRequests;
};

/** The requests that a player has used up for now. */
export type UsedRequests = {
  /** A draw, since their last move. */
  readonly draw: boolean;
  /** A takeback, since their last move. */
  readonly takeback: boolean;
  /** A rematch, which was declined. */
  readonly rematch: boolean;
};
