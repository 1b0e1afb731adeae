// The game's status, and below it the last error or message.
import { errorDetails, errorText } from "../core/errorText";
import { text } from "../text";
import type { Mark } from "../wire/snapshot";
import { Icon } from "./icons";
import type { Page } from "./page";
import { SaidText } from "./SaidText";

export function Notice({ page }: { page: Page }) {
  const { store } = page.session;
  const snapshot = store.snapshot.value;
  const over = snapshot.status !== "ongoing";
  return (
    <div class="notice" data-status={snapshot.status}>
      <p class={over ? "status over" : snapshot.check === null ? "status" : "status in-check"}>
        {over && <b class="result">{snapshot.result.replaceAll("1/2", "½")}</b>}
        <span>{page.status}</span>
      </p>
      <div class="passing">
        <MarkNotes page={page} />
        <AttemptError page={page} />
        <SessionMessage page={page} />
      </div>
    </div>
  );
}

/** The last message of the session. */
export function SessionMessage({ page }: { page: Page }) {
  const message = page.session.message.value;
  if (!message) return null;
  return (
    <div class={`said said-${message.tone}`}>
      <SaidText text={message.text} details={message.details ?? null} />
      <Dismiss act={() => page.session.showMessage(null)} />
    </div>
  );
}

/** Why the last attempt failed. */
function AttemptError({ page }: { page: Page }) {
  const { store } = page.session;
  const error = store.error.value;
  if (!error) return null;
  // The guide has a paragraph for every reason.
  const [reason] = error.reasons;
  return (
    <div class="said said-error" data-code={error.code}>
      <SaidText text={errorText(error)} details={errorDetails(error)} />
      <span class="said-actions">
        {reason && (
          <a href={`#guide=${reason.code}`} aria-label={text.page.whyLabel}>
            {text.page.why}
          </a>
        )}
        <Dismiss act={() => store.deselect()} />
      </span>
    </div>
  );
}

function Dismiss({ act }: { act: () => void }) {
  return (
    <button type="button" class="quiet small" aria-label={text.page.dismiss} onClick={act}>
      <Icon name="close" />
    </button>
  );
}

/** What the selected pawn's marks mean, unless an error is shown. */
function MarkNotes({ page }: { page: Page }) {
  const marks = page.session.store.error.value ? [] : selectedMarks(page);
  if (marks.length === 0) return null;
  return <p class="said said-note">{text.game.markNote(marks.map((mark) => text.game.markMeaning[mark]))}</p>;
}

function selectedMarks(page: Page): readonly Mark[] {
  const { selection, pieceAt } = page.session.store;
  const selected = selection.value;
  if (selected === null || selected.kind === "board") return [];
  return pieceAt.value.get(selected.square)?.marks ?? [];
}
