// Shares a game: links, its record in every format, pictures and films, to copy or download.
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
import { lazyPart } from "../ui/LazyPart";
import { Segmented } from "../ui/Segmented";
import { ShareButton } from "../ui/ShareButton";
import "../styles/share.css";
import { resultText } from "./resultText";

const FORMATS: readonly RecordFormat[] = ["tpgn", "json", "tfen"];

const PARTS = ["link", "picture", "film"] as const;
type Part = (typeof PARTS)[number];

const LazyPicture = lazyPart(async () => (await import("./share/PicturePart")).PicturePart, null);
const LazyFilm = lazyPart(async () => (await import("./share/FilmPart")).FilmPart, null);

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
  const part = useSignal<Part>("link");

  useEffect(() => {
    void prepare(mode.peek()).then((ready) => (shared.value = ready));
    const timer = setTimeout(() => (waited.value = true), OPEN_AFTER);
    return () => clearTimeout(timer);
  }, [mode, shared, waited]);

  // A local game is ready at once: its dialog opens complete.
  if (shared.value === null && !waited.value) return null;
  return (
    <Dialog title={words.title} close={close}>
      <Segmented
        label={words.parts}
        segments={PARTS.map((value) => ({ value, label: words.partNames[value] }))}
        value={part.value}
        choose={(value) => (part.value = value)}
      />
      {part.value === "link" && <LinkPart page={page} shared={shared.value} />}
      {part.value === "picture" && <LazyPicture page={page} />}
      {part.value === "film" && <LazyFilm page={page} />}
    </Dialog>
  );
}

/** The links, and the record in every format. */
function LinkPart({ page, shared }: { page: PlayPage; shared: Shared | null }) {
  const format = useSignal<RecordFormat>("tpgn");
  const record = shared?.records[format.value] ?? "";
  return (
    <>
      {shared && <Result page={page} link={shared.gameLink} />}
      <LinkField label={words.gameLink} link={shared?.gameLink ?? null} />
      <LinkField label={words.positionLink} link={shared?.positionLink ?? null} />
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
    </>
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
