// The game's status, and below it the last error or message.
import { errorDetails, errorText } from "../core/errorText";
import { text } from "../text";
import type { Code } from "../wire/game";
import type { Mark } from "../wire/snapshot";
import type { Page } from "./page";
import { SaidText } from "./SaidText";
import { Button, IconButton } from "./Button";

/** The reason whose paragraph in the guide explains a mark. */
const CODE_OF_MARK: Readonly<Record<Mark, Code>> = {
  frozen: "E_ADVANCEMENT_FROZEN",
  deferred: "E_ILLEGAL_DELAY",
  carried: "E_DOUBLE_STEP_CARRIED",
  stranded: "E_PROMOTION_BLOCKED",
};

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
      <IconButton icon="close" label={text.page.dismiss} onClick={() => page.session.showMessage(null)} />
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
        {reason && <Why page={page} code={reason.code} />}
        <IconButton icon="close" label={text.page.dismiss} onClick={() => store.deselect()} />
      </span>
    </div>
  );
}

/** Shows the rule beside the boards. */
function Why({ page, code }: { page: Page; code: Code }) {
  return <Button class="quiet small" label={text.page.why} onClick={() => page.ask({ kind: "rule", code })} />;
}

/** What the selected pawn's marks mean, unless an error is shown. */
function MarkNotes({ page }: { page: Page }) {
  const marks = page.session.store.error.value ? [] : selectedMarks(page);
  const [first] = marks;
  if (first === undefined) return null;
  return (
    <div class="said said-note">
      <span>{text.game.markNote(marks.map((mark) => text.game.markMeaning[mark]))}</span>
      <Why page={page} code={CODE_OF_MARK[first]} />
    </div>
  );
}

function selectedMarks(page: Page): readonly Mark[] {
  const { selection, pieceAt } = page.session.store;
  const selected = selection.value;
  if (selected === null || selected.kind === "board") return [];
  return pieceAt.value.get(selected.square)?.marks ?? [];
}
