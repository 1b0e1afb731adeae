// What is said between the page and the server: events, the two closed unions of messages, games in lists.
import type { ApiError } from "./game";
import type { Color } from "./snapshot";
import type { RuleBook } from "./world";

export interface Player {
  readonly id: string;
  readonly name: string;
}

export type TimeControl =
  | { readonly type: "none" }
  /** Both in seconds. */
  | { readonly type: "realTime"; readonly initial: number; readonly increment: number }
  | { readonly type: "days"; readonly days: number };

export type Access = "link" | "lobby";
export type ColorChoice = Color | "random";
export type ClockKind = TimeControl["type"];
export type EndStatus = "checkmate" | "stalemate" | "draw" | "resigned" | "timeout" | "aborted";
export type Points = "1-0" | "0-1" | "1/2-1/2" | "*";

/** Milliseconds. */
export interface Remaining {
  readonly white: number;
  readonly black: number;
}

export interface NewOnlineGame {
  readonly rules: RuleBook;
  readonly start: string | null;
  readonly color: ColorChoice;
  readonly access: Access;
  readonly clock: TimeControl;
}

export interface GameSummary {
  readonly id: string;
  readonly state: "open" | "live" | "finished";
  readonly rules: RuleBook;
  readonly customStart: boolean;
  readonly access: Access;
  readonly clock: TimeControl;
  readonly by: Player;
  readonly color: ColorChoice;
  readonly white: Player | null;
  readonly black: Player | null;
  readonly created: number;
  readonly updated: number;
  readonly seq: number;
  readonly plies: number;
  readonly turn: Color;
  readonly tfen: string;
  readonly last: string | null;
  readonly status: EndStatus | null;
  readonly result: Points;
  readonly reason: string | null;
}

export interface GamePage {
  readonly games: readonly GameSummary[];
  readonly next: string | null;
}

export type Happening =
  | {
      readonly type: "created";
      readonly rules: RuleBook;
      readonly start: string | null;
      readonly clock: TimeControl;
      readonly access: Access;
      readonly by: Player;
      readonly color: ColorChoice;
      readonly rematchOf: string | null;
    }
  | { readonly type: "started"; readonly white: Player; readonly black: Player }
  | { readonly type: "moved"; readonly move: string; readonly clocks: Remaining | null }
  | { readonly type: "drawOffered" | "drawDeclined"; readonly by: Color }
  | { readonly type: "takebackAsked" | "takebackDeclined"; readonly by: Color }
  | { readonly type: "tookBack"; readonly by: Color; readonly ply: number; readonly clocks: Remaining | null }
  | { readonly type: "resumed"; readonly clocks: Remaining }
  | { readonly type: "ended"; readonly status: EndStatus; readonly result: Points; readonly reason: string | null }
  | { readonly type: "rematchOffered" | "rematchDeclined"; readonly by: Color }
  | { readonly type: "rematchStarted"; readonly game: string };

/** Numbered from 1 without a gap; `at` is the server's time in milliseconds since 1970. */
export type OnlineEvent = { readonly seq: number; readonly at: number } & Happening;

export type Action =
  | { readonly type: "move"; readonly move: string; readonly ply: number }
  | { readonly type: "claimDraw"; readonly kind: "threefold" | "fifty" }
  | { readonly type: "claimGone"; readonly outcome: "win" | "draw" }
  | {
      readonly type:
        | "offerDraw"
        | "declineDraw"
        | "askTakeback"
        | "declineTakeback"
        | "resign"
        | "abort"
        | "offerRematch"
        | "declineRematch";
    };

export type ClientMessage =
  | { readonly type: "act"; readonly ref: number; readonly action: Action }
  | { readonly type: "resume"; readonly after: number }
  | { readonly type: "ping"; readonly ref: number };

export interface SeatPresence {
  readonly here: boolean;
  readonly goneSince: number | null;
}

export interface Presence {
  readonly white: SeatPresence;
  readonly black: SeatPresence;
  readonly watchers: number;
}

export type ServerMessage =
  | {
      readonly type: "welcome";
      readonly game: string;
      readonly you: string | null;
      readonly seat: Color | null;
      readonly seq: number;
      readonly now: number;
      readonly lagBound: number;
      readonly goneAfter: number | null;
      readonly overdueAfter: number | null;
    }
  | { readonly type: "event"; readonly event: OnlineEvent }
  | ({ readonly type: "presence" } & Presence)
  | { readonly type: "done"; readonly ref: number; readonly seq: number }
  | { readonly type: "refused"; readonly ref: number | null; readonly refusal: ApiError }
  | { readonly type: "pong"; readonly ref: number; readonly now: number }
  | { readonly type: "closing"; readonly reason: string };
