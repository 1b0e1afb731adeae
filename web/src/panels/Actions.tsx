// The actions of a local game: draw claims and offers, resignation, saving, hint, analysis.
import { reasonText, SIDE } from "../state/text";
import type { Color } from "../wire/snapshot";
import { AfterGame } from "./AfterGame";
import { Icon } from "./icons";
import type { Page } from "./page";

export function Actions({ page }: { page: Page }) {
  const { computer } = page;
  const { store, info, review } = page.session;
  const { claims, turn } = store.snapshot.value;
  if (review.value) return <AfterGame page={page} />;
  const { seats } = store.source.value;
  const resigner: Color = seats.value.includes(turn) ? turn : (seats.value[0] ?? turn);
  return (
    <div class="actions">
      {(store.mayMove.value ? claims : []).map((kind) => (
        <button key={kind} type="button" class="primary" onClick={() => void store.source.value.claim(kind)}>
          Claim a draw: {reasonText(kind)}
        </button>
      ))}
      {info.value.opponent === null && (
        <button type="button" onClick={() => askDraw(page)}>
          <span class="icon half" aria-hidden="true">
            ½
          </span>{" "}
          Draw
        </button>
      )}
      <button type="button" onClick={() => askResign(page, resigner)}>
        <Icon name="flag" /> Resign
      </button>
      {store.source.value.history.value.moves.length > 0 && (
        <button type="button" onClick={() => (page.dialog.value = "save")}>
          <Icon name="save" /> Save
        </button>
      )}
      <button
        type="button"
        disabled={!store.mayMove.value || computer.busy.value !== null}
        onClick={() => void computer.hint()}
      >
        <Icon name="bulb" /> {computer.busy.value === "hint" ? "Looking…" : "Hint"}
      </button>
      <button
        type="button"
        aria-pressed={computer.analysis.value !== null}
        onClick={() => computer.setAnalysis(computer.analysis.value === null)}
      >
        <Icon name="view" /> Analysis
      </button>
    </div>
  );
}

function askDraw(page: Page): void {
  const { store } = page.session;
  const { turn } = store.snapshot.value;
  page.dialog.value = {
    confirm: {
      title: "A draw?",
      text: `${SIDE[turn]} offers a draw. Do both sides agree?`,
      buttons: [
        { label: "Both agree", tone: "primary", act: () => void store.source.value.agreeDraw() },
        { label: "Play on", act: () => undefined },
      ],
    },
  };
}

function askResign(page: Page, color: Color): void {
  const { store } = page.session;
  page.dialog.value = {
    confirm: {
      title: `${SIDE[color]} resigns?`,
      text: `The game ends and ${SIDE[color === "white" ? "black" : "white"]} wins.`,
      buttons: [
        { label: `${SIDE[color]} resigns`, tone: "danger", act: () => void store.source.value.resign(color) },
        { label: "Play on", act: () => undefined },
      ],
    },
  };
}
