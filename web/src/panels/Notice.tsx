// The game's status, and below it the last error or message.
import { MARK, sentence } from "../state/text";
import type { Mark } from "../wire/snapshot";
import { Icon } from "./icons";
import { statusLine, type Page } from "./page";

export function Notice({ page }: { page: Page }) {
  const { store, message } = page.session;
  const snapshot = store.snapshot.value;
  const over = snapshot.status !== "ongoing";
  return (
    <div class="notice" data-status={snapshot.status}>
      <p class={over ? "status over" : snapshot.check === null ? "status" : "status in-check"}>
        {over && <b class="result">{snapshot.result.replaceAll("1/2", "½")}</b>}
        <span>{statusLine(page)}</span>
      </p>
      <div class="passing">
        <MarkNotes page={page} />
        <AttemptError page={page} />
        {message.value && (
          <p class={`said said-${message.value.tone}`}>
            <span>{sentence(message.value.text)}</span>
            <Dismiss act={() => page.session.showMessage(null)} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Why the last attempt failed. */
function AttemptError({ page }: { page: Page }) {
  const { store } = page.session;
  const error = store.error.value;
  if (!error) return null;
  return (
    <p class="said said-error" data-code={error.code}>
      <span>{sentence(error.message)}</span>
      <Dismiss act={() => store.deselect()} />
    </p>
  );
}

function Dismiss({ act }: { act: () => void }) {
  return (
    <button type="button" class="quiet small" aria-label="Dismiss" onClick={act}>
      <Icon name="close" />
    </button>
  );
}

/** What the selected pawn's marks mean, unless an error is shown. */
function MarkNotes({ page }: { page: Page }) {
  const marks = page.session.store.error.value ? [] : selectedMarks(page);
  if (marks.length === 0) return null;
  return <p class="said said-note">This pawn is {marks.map((mark) => MARK[mark]).join("; ")}.</p>;
}

function selectedMarks(page: Page): readonly Mark[] {
  const { selection, pieceAt } = page.session.store;
  const selected = selection.value;
  if (selected === null || selected.kind === "board") return [];
  return pieceAt.value.get(selected.square)?.marks ?? [];
}
