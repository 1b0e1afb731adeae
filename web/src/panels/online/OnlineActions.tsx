// The actions of an online game: offers, takeback, resignation, rematch, leaving.
import type { OnlineSource } from "../../source/online";
import { reasonText, SIDE } from "../../state/text";
import type { Action } from "../../wire/online";
import { Icon } from "../icons";
import { openOnlineGame, type Page } from "../page";
import { reportError } from "./reportError";

export function OnlineActions({ page, game }: { page: Page; game: OnlineSource }) {
  const { state, seat, drawOffer, takeback, asked, allowed, nextGame } = game.state.value;
  const spent = seat === null ? null : asked[seat];
  const { claims } = game.snapshot.value;
  const act = (action: Action): void => reportError(page, game.act(action));
  return (
    <div class="actions">
      {state === "live" && seat !== null && (
        <>
          {game.seats.value.length > 0 &&
            game.snapshot.value.turn === seat &&
            claims.map((kind) => (
              <button key={kind} type="button" class="primary" onClick={() => reportError(page, game.claim(kind))}>
                Claim a draw: {reasonText(kind)}
              </button>
            ))}
          <button
            type="button"
            disabled={drawOffer !== null || !allowed.includes("offerDraw")}
            title={spent?.draw ? "Once between two moves of yours" : undefined}
            onClick={() => act({ type: "offerDraw" })}
          >
            ½ Offer a draw
          </button>
          <button
            type="button"
            disabled={takeback !== null || !allowed.includes("askTakeback")}
            title={spent?.takeback ? "Once between two moves of yours" : undefined}
            onClick={() => act({ type: "askTakeback" })}
          >
            Take back
          </button>
          {allowed.includes("abort") ? (
            <button type="button" onClick={() => act({ type: "abort" })}>
              Call it off
            </button>
          ) : (
            <button type="button" onClick={() => askResign(page, game)}>
              <Icon name="flag" /> Resign
            </button>
          )}
        </>
      )}
      {nextGame !== null && (
        <button type="button" class="primary" onClick={() => void openOnlineGame(page, nextGame)}>
          {seat === null ? "Watch the rematch" : "To the rematch"}
        </button>
      )}
      {state === "finished" && seat !== null && nextGame === null && (
        <button
          type="button"
          class="primary"
          disabled={!allowed.includes("offerRematch")}
          onClick={() => act({ type: "offerRematch" })}
        >
          Rematch
        </button>
      )}
      {state !== "open" && (
        <button type="button" onClick={() => (page.dialog.value = "share")}>
          Export
        </button>
      )}
      <button type="button" onClick={() => page.online.leave()}>
        {state === "live" && seat !== null ? "Leave for now" : "Leave"}
      </button>
    </div>
  );
}

function askResign(page: Page, game: OnlineSource): void {
  const { seat } = game.state.peek();
  if (seat === null) return;
  page.dialog.value = {
    confirm: {
      title: `${SIDE[seat]} resigns?`,
      text: "The game ends and your opponent wins.",
      buttons: [
        { label: `${SIDE[seat]} resigns`, tone: "danger", act: () => reportError(page, game.resign(seat)) },
        { label: "Play on", act: () => undefined },
      ],
    },
  };
}
