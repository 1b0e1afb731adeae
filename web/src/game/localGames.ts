// Opens local games from the storage and describes them for it.
import type { ClockRecord } from "../core/clock";
import { createLocalSource, type LocalSource, type Review } from "../board/local";
import { asAppError } from "../core/errors";
import { openFirst, type GameHandle, type Rules } from "../core/core";
import { text } from "../text";
import type { Color } from "../wire/snapshot";
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
  rules: Rules,
  library: Library,
  newInfo: () => GameInfo,
  review: Review,
): { state: SessionState; source: LocalSource } {
  const id = library.current();
  const entry = id === null ? null : library.get(id);
  let message: Message | null = null;
  if (entry && isBroken(entry)) {
    message = errorMessage(text.page.open.lastBroken(entry.broken));
  } else if (entry) {
    try {
      const source = openLocal(replay(rules, entry), entry, entry.clock, review);
      const isReviewed = entry.imported || isFinished(entry.game);
      return { state: { info: infoOf(entry), review: isReviewed, stored: entry, message }, source };
    } catch (thrown) {
      const error = asAppError(thrown);
      message = errorMessage(text.page.open.lastFailed(errorText(error)), errorDetails(error));
    }
  }
  const info = newInfo();
  const source = openLocal(rules.newGame("revised", null), info, null, review);
  // A game without a move is not stored.
  return { state: { info, review: false, stored: { game: source.text("json"), ply: 0 }, message }, source };
}

export function replay(rules: Rules, entry: StoredGame): GameHandle {
  const game = openFirst(rules, entry.game);
  game.jump(entry.ply);
  return game;
}

export function openLocal(
  game: GameHandle,
  { opponent }: Pick<GameInfo, "opponent">,
  clock: ClockRecord | null,
  review: Review,
): LocalSource {
  const seats: readonly Color[] = opponent === null ? ["white", "black"] : [otherSide(opponent.plays)];
  return createLocalSource(game, { seats, clock, review });
}

export function infoOf({ id, name, saved, opponent, imported, game }: StoredGame): GameInfo {
  return { id, name, saved, opponent, imported, players: namesIn(game) };
}

export function contentsOf(source: LocalSource, index: WorldIndex): Omit<GameContents, "changed"> {
  const snapshot = source.snapshot.peek();
  const { moves, ply } = source.history.peek();
  const whole = moves.filter((each) => !each.forced && each.color === "white").length;
  const game = source.text("json");
  return {
    game,
    ply,
    finished: snapshot.status !== "ongoing" || (ply < moves.length && isFinished(game)),
    summary: text.game.summary(whole, statusText(index, snapshot)),
    clock: source.clockRecord(),
  };
}

/** The name of a new game: its players, or the date. */
export function newGameName({ white, black }: PlayerNames, time: number): string {
  if (white !== "" && black !== "") return text.games.versus(white, black);
  return text.games.datedName(time);
}
