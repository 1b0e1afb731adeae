// The actions of a local game: draw claims and offers, resignation, undo, hint, analysis.
import { text } from "../text";
import type { Color } from "../wire/snapshot";
import { AfterGame } from "./AfterGame";
import { analyseSession } from "../ui/analyse";
import { Icon } from "../ui/icons";
import type { PlayPage } from "./page";

export function Actions({ page }: { page: PlayPage }) {
  const { computer } = page;
  const { store, info, review } = page.session;
  const { claims, turn } = store.snapshot.value;
  if (review.value) return <AfterGame page={page} />;
  const { actions } = text.page;
  const { seats, board } = store.mode.value;
  const { ply } = board.history.value;
  const resigner: Color = seats.value.includes(turn) ? turn : (seats.value[0] ?? turn);
  return (
    <div class="actions">
      {(store.mayMove.value ? claims : []).map((kind) => (
        <button key={kind} type="button" class="primary" onClick={() => void store.mode.value.endings?.claim(kind)}>
          {actions.claimDraw(text.game.drawReason[kind])}
        </button>
      ))}
      {info.value.opponent === null && (
        <button type="button" onClick={() => askDraw(page)}>
          <span class="icon half" aria-hidden="true">
            ½
          </span>{" "}
          {actions.draw}
        </button>
      )}
      <button type="button" onClick={() => askResign(page, resigner)}>
        <Icon name="flag" /> {actions.resign}
      </button>
      {/* `disabled` would take the focus away at the start. */}
      <button type="button" aria-disabled={ply === 0} onClick={() => ply > 0 && store.undo()}>
        <Icon name="undo" /> {actions.undo}
      </button>
      <button
        type="button"
        disabled={!store.mayMove.value || computer.busy.value !== null}
        onClick={() => void computer.hint()}
      >
        <Icon name="bulb" /> {computer.busy.value === "hint" ? actions.searching : actions.hint}
      </button>
      <button type="button" onClick={() => void analyseSession(page)}>
        <Icon name="analyse" /> {text.games.analyse}
      </button>
    </div>
  );
}

function askDraw(page: PlayPage): void {
  const { store } = page.session;
  const { turn } = store.snapshot.value;
  const { actions } = text.page;
  page.ask({
    kind: "confirm",
    title: actions.askDraw,
    text: actions.askDrawText(turn),
    buttons: [
      { label: actions.agreeDraw, tone: "primary", act: () => void store.mode.value.endings?.agreeDraw() },
      { label: actions.keepPlaying, act: () => undefined },
    ],
  });
}

function askResign(page: PlayPage, color: Color): void {
  const { store } = page.session;
  const { actions } = text.page;
  page.ask({
    kind: "confirm",
    title: actions.askResign(color),
    text: actions.askResignText(color === "white" ? "black" : "white"),
    buttons: [
      { label: actions.confirmResign(color), tone: "danger", act: () => void store.mode.value.endings?.resign(color) },
      { label: actions.keepPlaying, act: () => undefined },
    ],
  });
}
