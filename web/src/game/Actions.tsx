// The actions of a local game: draw claims and offers, resignation, undo, hint, analysis.
import { text } from "../text";
import type { Color } from "../wire/snapshot";
import { AfterGame } from "./AfterGame";
import { analyseSession } from "../ui/analyse";
import type { PlayPage } from "./page";
import { Button } from "../ui/Button";

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
      <Button icon="flag" label={actions.resign} onClick={() => askResign(page, resigner)} />
      {/* `disabled` would take the focus away at the start. */}
      <Button icon="undo" aria-disabled={ply === 0} label={actions.undo} onClick={() => ply > 0 && store.undo()} />
      <Button
        icon="bulb"
        disabled={!store.mayMove.value || computer.busy.value !== null}
        label={computer.busy.value === "hint" ? actions.searching : actions.hint}
        onClick={() => void computer.hint()}
      />
      <Button icon="analyse" label={text.games.analyse} onClick={() => void analyseSession(page)} />
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
