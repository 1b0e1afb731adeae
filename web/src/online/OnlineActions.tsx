// The actions of an online game: offers, takeback, resignation, rematch, leaving.
import type { OnlineMode } from "./onlineMode";
import { text } from "../text";
import { onlineText } from "../text/online";
import type { Action } from "../wire/online";
import { analyse } from "../ui/analyse";
import type { OnlinePage } from "./page";
import { reportError } from "./reportError";
import { Button } from "../ui/Button";

const words = onlineText.actions;

interface ActionsProps {
  readonly page: OnlinePage;
  readonly game: OnlineMode;
}

export function OnlineActions({ page, game }: ActionsProps) {
  const { state, seat, nextGame } = game.state.value;
  const plays = state === "live" && seat !== null;
  return (
    <div class="actions">
      {plays && <Playing page={page} game={game} />}
      {nextGame !== null && (
        <Button
          class="primary"
          label={seat === null ? words.watchRematch : words.toRematch}
          onClick={() => page.go({ kind: "online", id: nextGame })}
        />
      )}
      {state === "finished" && <Finished page={page} game={game} />}
      {(state === "finished" || (state === "live" && seat === null)) && (
        <Button icon="share" label={words.share} onClick={() => page.openDialog("share")} />
      )}
      <Button icon="leave" label={plays ? words.leaveForNow : words.leave} onClick={() => page.online.leave()} />
    </div>
  );
}

/** What a player can do while the game goes on. */
function Playing({ page, game }: ActionsProps) {
  const { seat, drawOffer, takeback, asked, allowed } = game.state.value;
  const spent = seat === null ? null : asked[seat];
  const { claims, turn } = game.board.snapshot.value;
  const act = (action: Action): void => reportError(page, game.act(action));
  return (
    <>
      {game.seats.value.length > 0 &&
        turn === seat &&
        claims.map((kind) => (
          <button key={kind} type="button" class="primary" onClick={() => reportError(page, game.endings.claim(kind))}>
            {text.page.actions.claimDraw(text.game.drawReason[kind])}
          </button>
        ))}
      <button
        type="button"
        disabled={drawOffer !== null || !allowed.includes("offerDraw")}
        title={spent?.draw ? words.oncePerMove : undefined}
        onClick={() => act({ type: "offerDraw" })}
      >
        <span class="icon half" aria-hidden="true">
          ½
        </span>{" "}
        {words.offerDraw}
      </button>
      <Button
        icon="undo"
        disabled={takeback !== null || !allowed.includes("askTakeback")}
        title={spent?.takeback ? words.oncePerMove : undefined}
        label={words.takeback}
        onClick={() => act({ type: "askTakeback" })}
      />
      {allowed.includes("abort") ? (
        <Button label={words.abort} onClick={() => act({ type: "abort" })} />
      ) : (
        <Button icon="flag" label={words.resign} onClick={() => askResign(page, game)} />
      )}
    </>
  );
}

function Finished({ page, game }: ActionsProps) {
  const { seat, nextGame, allowed } = game.state.value;
  return (
    <>
      {seat !== null && nextGame === null && (
        <Button
          class="primary"
          disabled={!allowed.includes("offerRematch")}
          label={words.rematch}
          onClick={() => reportError(page, game.act({ type: "offerRematch" }))}
        />
      )}
      <Button
        icon="analyse"
        label={seat === null ? text.games.analyse : text.games.mistakes}
        onClick={() => void analyseOnline(page, game, seat !== null)}
      />
      <Button icon="plus" label={words.newGame} onClick={() => page.openDialog("online")} />
    </>
  );
}

/** Only a finished game is analysed. */
async function analyseOnline(page: OnlinePage, game: OnlineMode, report: boolean): Promise<void> {
  const record = await game.record("json");
  const path = String(game.board.history.peek().ply);
  const name = text.games.studyName(text.game.onlineName);
  await analyse(page, { name, record, path, origin: `online ${game.id}`, report });
}

function askResign(page: OnlinePage, game: OnlineMode): void {
  const { seat } = game.state.peek();
  if (seat === null) return;
  page.ask({
    kind: "confirm",
    title: text.page.actions.askResign(seat),
    text: words.resignText,
    buttons: [
      {
        label: text.page.actions.confirmResign(seat),
        tone: "danger",
        act: () => reportError(page, game.endings.resign(seat)),
      },
      { label: text.page.actions.keepPlaying, act: () => undefined },
    ],
  });
}
