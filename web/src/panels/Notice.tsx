// What is going on: whose turn, check, the result; below it why something was refused, or what has changed.
import { MARK, sentence, statusWords } from "../state/words";
import type { Mark } from "../wire/snapshot";
import { Icon } from "./icons";
import type { Page } from "./page";

export function Notice({ page }: { page: Page }) {
  const { store, message } = page.table;
  const snapshot = store.snapshot.value;
  const over = snapshot.status !== "ongoing";
  return (
    <div class="notice" data-status={snapshot.status}>
      <p class={over ? "status over" : snapshot.check === null ? "status" : "status in-check"}>
        {over && <b class="result">{snapshot.result.replaceAll("1/2", "½")}</b>}
        <span>
          {page.online.game.value?.contest.value.state === "open" ? "Waiting for an opponent" : statusWords(snapshot)}
        </span>
      </p>
      <Said page={page} />
      {message.value && (
        <p class={`said said-${message.value.tone}`}>
          <span>{sentence(message.value.text)}</span>
          <button type="button" class="quiet small" aria-label="Dismiss" onClick={() => (message.value = null)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}

/** The reason of a refusal; otherwise what the selected piece's marks mean. */
function Said({ page }: { page: Page }) {
  const { store } = page.table;
  const refused = store.refusal.value;
  if (refused) {
    return (
      <p class="said said-error" data-code={refused.code}>
        <span>{sentence(refused.message)}</span>
        <button type="button" class="quiet small" aria-label="Dismiss" onClick={() => store.deselect()}>
          <Icon name="close" />
        </button>
      </p>
    );
  }
  const marks = selectedMarks(page);
  if (marks.length === 0) return null;
  return <p class="said said-note">This pawn is {marks.map((mark) => MARK[mark]).join("; ")}.</p>;
}

function selectedMarks(page: Page): readonly Mark[] {
  const { selection, pieceAt } = page.table.store;
  const selected = selection.value;
  if (selected === null || selected.kind === "board") return [];
  return pieceAt.value.get(selected.square)?.marks ?? [];
}
