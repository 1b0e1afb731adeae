// Shares a game: links, and its record in every format, to copy or download.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { RecordFormat } from "../core/board";
import { recordOf, type Mode } from "../board/mode";
import { gameLink, positionLink } from "../place/links";
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import { copyText } from "../ui/copyText";
import { download } from "../ui/download";
import type { PlayPage } from "./page";
import { Dialog } from "../ui/Dialog";
import { Button } from "../ui/Button";
import { ShareButton } from "../ui/ShareButton";
import { resultText } from "./resultText";

const FORMATS: readonly RecordFormat[] = ["tpgn", "json", "tfen"];

const words = dialogText.share;

/** How long to wait for the record, in milliseconds, before the dialog opens without it. */
const OPEN_AFTER = 300;

interface Shared {
  readonly gameLink: string;
  readonly positionLink: string;
  readonly records: Readonly<Record<RecordFormat, string>>;
}

async function prepare(mode: Mode): Promise<Shared> {
  const [tpgn, json, tfen] = await Promise.all([
    recordOf(mode, "tpgn"),
    recordOf(mode, "json"),
    recordOf(mode, "tfen"),
  ]);
  const page = location.origin + location.pathname;
  return {
    gameLink: page + (await gameLink(tpgn)),
    positionLink: page + positionLink(tfen),
    records: { tpgn, json, tfen },
  };
}

export function ShareDialog({ page, close }: { page: PlayPage; close: () => void }) {
  const { mode } = page.session.store;
  const shared = useSignal<Shared | null>(null);
  const waited = useSignal(false);
  const format = useSignal<RecordFormat>("tpgn");

  useEffect(() => {
    void prepare(mode.peek()).then((ready) => (shared.value = ready));
    const timer = setTimeout(() => (waited.value = true), OPEN_AFTER);
    return () => clearTimeout(timer);
  }, [mode, shared, waited]);

  // A local game is ready at once: its dialog opens complete.
  if (shared.value === null && !waited.value) return null;
  const record = shared.value?.records[format.value] ?? "";
  return (
    <Dialog title={words.title} close={close}>
      {shared.value && <Result page={page} link={shared.value.gameLink} />}
      <LinkField label={words.gameLink} link={shared.value?.gameLink ?? null} />
      <LinkField label={words.positionLink} link={shared.value?.positionLink ?? null} />
      <fieldset class="chips">
        <legend>{words.record}</legend>
        {FORMATS.map((each) => (
          <label key={each} class="chip" title={words.formats[each].note}>
            <input type="radio" name="form" checked={format.value === each} onChange={() => (format.value = each)} />
            <span>{words.formats[each].label}</span>
          </label>
        ))}
      </fieldset>
      <textarea
        class="record"
        readOnly
        rows={7}
        value={record}
        aria-label={words.recordLabel(words.formats[format.value].label)}
      />
      <div class="dialog-answers">
        <CopyButton copied={record} />
        <Button
          class="primary"
          disabled={record === ""}
          label={words.download}
          onClick={() => download(`tri-d.${format.value}`, record)}
        />
      </div>
    </Dialog>
  );
}

/** The result of a game that is over, in a few lines for a chat. */
function Result({ page: { session }, link }: { page: PlayPage; link: string }) {
  const snapshot = session.store.snapshot.value;
  const { status, result, reason } = snapshot;
  if (status === "ongoing" || status === "aborted") return null;
  const shared = resultText(snapshot, text.game.ending({ status, result, reason }), link);
  return (
    <div class="share-result">
      <pre aria-label={words.resultLabel}>{shared.slice(0, shared.lastIndexOf("\n"))}</pre>
      <ShareButton shared={shared} label={words.shareResult} />
    </div>
  );
}

function LinkField({ label, link }: { label: string; link: string | null }) {
  return (
    <div class="link-field">
      <label class="field">
        {label}
        <input type="text" readOnly value={link ?? "…"} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton copied={link ?? ""} name={words.copyNamed(label)} />
    </div>
  );
}

function CopyButton({ copied, name }: { copied: string; name?: string }) {
  const done = useSignal(false);
  const copy = async (): Promise<void> => {
    done.value = await copyText(copied);
    setTimeout(() => (done.value = false), 1500);
  };
  return (
    <Button
      disabled={copied === ""}
      aria-label={done.value ? undefined : name}
      label={done.value ? text.page.copied : text.page.copy}
      onClick={() => void copy()}
    />
  );
}
