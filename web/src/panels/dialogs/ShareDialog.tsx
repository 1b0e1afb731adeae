// Shares a game: links, and its record in every format, to copy or download.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameSource, RecordFormat } from "../../source/source";
import { gameLink, positionLink } from "../../state/links";
import { copyText } from "../copyText";
import { download } from "../download";
import type { Page } from "../page";
import { Dialog } from "./Dialog";

const FORMATS: readonly { format: RecordFormat; label: string; text: string; ending: string }[] = [
  { format: "tpgn", label: "T-PGN", text: "the moves, as people write them", ending: "tpgn" },
  { format: "json", label: "JSON", text: "the saved game, for programs", ending: "json" },
  { format: "tfen", label: "T-FEN", text: "the position on the board, one line", ending: "tfen" },
];

/** How long to wait for the record, in milliseconds, before the dialog opens without it. */
const OPEN_AFTER = 300;

interface Shared {
  readonly gameLink: string;
  readonly positionLink: string;
  readonly records: Readonly<Record<RecordFormat, string>>;
}

async function prepare(source: GameSource): Promise<Shared> {
  const [tpgn, json, tfen] = await Promise.all([source.record("tpgn"), source.record("json"), source.record("tfen")]);
  const page = location.origin + location.pathname;
  return {
    gameLink: page + (await gameLink(tpgn)),
    positionLink: page + positionLink(tfen),
    records: { tpgn, json, tfen },
  };
}

export function ShareDialog({ page, close }: { page: Page; close: () => void }) {
  const { source } = page.session.store;
  const shared = useSignal<Shared | null>(null);
  const waited = useSignal(false);
  const format = useSignal<RecordFormat>("tpgn");

  useEffect(() => {
    void prepare(source.peek()).then((ready) => (shared.value = ready));
    const timer = setTimeout(() => (waited.value = true), OPEN_AFTER);
    return () => clearTimeout(timer);
  }, [source, shared, waited]);

  // A local game is ready at once: its dialog opens complete.
  if (shared.value === null && !waited.value) return null;
  const text = shared.value?.records[format.value] ?? "";
  const chosen = FORMATS.find((each) => each.format === format.value) ?? FORMATS[0];
  return (
    <Dialog title="Share or export" close={close}>
      <LinkField label="Link to the game" link={shared.value?.gameLink ?? null} />
      <LinkField label="Link to this position" link={shared.value?.positionLink ?? null} />
      <fieldset class="chips">
        <legend>Record</legend>
        {FORMATS.map((each) => (
          <label key={each.format} class="chip" title={each.text}>
            <input
              type="radio"
              name="form"
              checked={format.value === each.format}
              onChange={() => (format.value = each.format)}
            />
            <span>{each.label}</span>
          </label>
        ))}
      </fieldset>
      <textarea class="record" readOnly rows={7} value={text} aria-label={`The record as ${chosen?.label ?? ""}`} />
      <div class="dialog-answers">
        <CopyButton text={text} label="Copy" />
        <button
          type="button"
          class="primary"
          disabled={text === ""}
          onClick={() => download(`tri-d.${chosen?.ending ?? "txt"}`, text)}
        >
          Download
        </button>
      </div>
    </Dialog>
  );
}

function LinkField({ label, link }: { label: string; link: string | null }) {
  return (
    <div class="link-field">
      <label class="field">
        {label}
        <input type="text" readOnly value={link ?? "…"} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton text={link ?? ""} label="Copy" name={`Copy: ${label}`} />
    </div>
  );
}

function CopyButton({ text, label, name }: { text: string; label: string; name?: string }) {
  const copied = useSignal(false);
  const copy = async (): Promise<void> => {
    copied.value = await copyText(text);
    setTimeout(() => (copied.value = false), 1500);
  };
  return (
    <button
      type="button"
      disabled={text === ""}
      aria-label={copied.value ? undefined : name}
      onClick={() => void copy()}
    >
      {copied.value ? "Copied" : label}
    </button>
  );
}
