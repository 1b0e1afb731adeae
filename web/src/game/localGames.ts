// Opens local games from the storage and describes them for it.
import type { ClockRecord } from "../core/clock";
import { FULL_STRENGTH } from "../core/engine";
import { LocalMode } from "../board/localMode";
import { asAppError } from "../core/errors";
import { openFirst, type Core } from "../core/core";
import type { WasmGame } from "../wasm/rules/trid_rules";
import { text } from "../text";
import type { Color } from "../wire/snapshot";
import { countMoves } from "../board/statusText";
import { opponent as otherSide } from "../board/choice";
import { errorDetails, errorText } from "../core/errorText";
import { isBroken, type Library, type StoredGame } from "./library";
import { isFinished, namesIn, type PlayerNames } from "../core/savedRecord";
import { errorMessage, type Message } from "../core/message";
import type { GameContents, GameInfo, SessionState } from "./sessionState";
import { statusText } from "../board/statusText";
import type { WorldIndex } from "../board/worldIndex";

/** The game that was on the board at the last visit, or a new one. */
export function restore(
  core: Core,
  library: Library,
  newInfo: () => GameInfo,
  today: number,
): { state: SessionState; mode: LocalMode } {
  const id = library.current();
  const entry = id === null ? null : library.get(id);
  let message: Message | null = null;
  if (entry && isBroken(entry)) {
    message = errorMessage(text.page.open.lastBroken(entry.broken));
  } else if (entry) {
    try {
      const mode = openLocal(replay(core, entry), entry, entry.clock);
      const isReviewed = entry.imported || isFinished(entry.game);
      return { state: { info: infoOf(entry), review: isReviewed, isEmpty: true, stored: entry, message }, mode };
    } catch (thrown) {
      const error = asAppError(thrown);
      message = errorMessage(text.page.open.lastFailed(errorText(error)), errorDetails(error));
    }
  }
  const info = newInfo();
  const game = core.newGame("revised", null);
  setDate(game, today);
  const mode = openLocal(game, info, null);
  // It is not stored before its first move.
  const stored = { game: mode.board.record("json"), ply: 0 };
  return { state: { info, review: false, isEmpty: true, stored, message }, mode };
}

export function replay(core: Core, entry: StoredGame): WasmGame {
  const game = openFirst(core, entry.game);
  game.jump(entry.ply);
  return game;
}

export function openLocal(
  game: WasmGame,
  { opponent }: Pick<GameInfo, "opponent">,
  clock: ClockRecord | null,
): LocalMode {
  const seats: readonly Color[] = opponent === null ? ["white", "black"] : [otherSide(opponent.plays)];
  return new LocalMode(game, { seats, clock });
}

export function infoOf({ id, name, opponent, imported, game }: StoredGame): GameInfo {
  return { id, name, opponent, imported, players: namesIn(game) };
}

/** Writes the local day into the record of a game that starts now. */
export function setDate(game: WasmGame, time: number): void {
  const day = new Date(time);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  game.set_tag("Date", parts.map((part) => String(part).padStart(2, "0")).join("."));
}

export function contentsOf(mode: LocalMode, index: WorldIndex): Omit<GameContents, "changed"> {
  const snapshot = mode.board.snapshot.peek();
  const { moves, ply } = mode.board.history.peek();
  const whole = moves.filter((each) => !each.forced && each.color === "white").length;
  const game = mode.board.record("json");
  const finished = snapshot.status !== "ongoing" || (ply < moves.length && isFinished(game));
  return {
    game,
    ply,
    finished,
    isEmpty: moves.length === 0 && !finished,
    summary: text.game.summary(whole, statusText(index, snapshot)),
    clock: mode.clockRecord(),
  };
}

/** How a game against the computer ended; null at an earlier position, or when two people play. */
export function ownEnding({ board }: LocalMode, { opponent }: GameInfo): string | null {
  const { moves } = board.history.value;
  const snapshot = board.snapshot.value;
  if (opponent === null || snapshot.status === "ongoing") return null;
  const own = otherSide(opponent.plays);
  return text.game.ownEnding(snapshot, own, countMoves(moves), opponent.strength);
}

/** The next level after a win, the one below after a loss; null where there is none. */
export function levelAfter({ board }: LocalMode, { opponent }: GameInfo): number | null {
  const { result } = board.snapshot.value;
  if (opponent === null || (result !== "1-0" && result !== "0-1")) return null;
  const lost = (result === "1-0") === (opponent.plays === "white");
  const next = opponent.strength + (lost ? -1 : 1);
  return next >= 1 && next <= FULL_STRENGTH.strength ? next : null;
}

/** The name of a new game: its players, and the date unless both are named. */
export function newGameName({ white, black }: PlayerNames, time: number): string {
  if (white !== "" && black !== "") return text.games.versus(white, black);
  return text.games.datedName(white + black, time);
}
