// Giving a game away: links that open it anywhere, and its record in every form, to copy or as a file.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameSource, RecordFormat } from "../../source/source";
import { gameLink, positionLink } from "../../state/links";
import { copyText } from "../copyText";
import { download } from "../download";
import type { Page } from "../page";
import { Dialog } from "./Dialog";

const FORMS: readonly { form: RecordFormat; label: string; text: string; ending: string }[] = [
  { form: "tpgn", label: "T-PGN", text: "the moves, as people write them", ending: "tpgn" },
  { form: "json", label: "JSON", text: "the saved game, for programs", ending: "json" },
  { form: "tfen", label: "T-FEN", text: "the position on the board, one line", ending: "tfen" },
];

/** A server that writes the record may take longer than a person likes to see nothing for. */
const PATIENCE = 300;

interface Shared {
  readonly gameLink: string;
  readonly positionLink: string;
  readonly records: Readonly<Record<RecordFormat, string>>;
}

async function prepare(source: GameSource): Promise<Shared> {
  const [tpgn, json, tfen] = await Promise.all([source.record("tpgn"), source.record("json"), source.record("tfen")]);
  const here = location.origin + location.pathname;
  return {
    gameLink: here + (await gameLink(tpgn)),
    positionLink: here + positionLink(tfen),
    records: { tpgn, json, tfen },
  };
}

export function ShareDialog({ page, close }: { page: Page; close: () => void }) {
  const { source } = page.session.store;
  const shared = useSignal<Shared | null>(null);
  const waited = useSignal(false);
  const form = useSignal<RecordFormat>("tpgn");

  useEffect(() => {
    void prepare(source.peek()).then((ready) => (shared.value = ready));
    const timer = setTimeout(() => (waited.value = true), PATIENCE);
    return () => clearTimeout(timer);
  }, [source, shared, waited]);

  // A game kept here is ready before anyone could miss the dialog: it opens with everything in it.
  if (shared.value === null && !waited.value) return null;
  const text = shared.value?.records[form.value] ?? "";
  const chosen = FORMS.find((each) => each.form === form.value) ?? FORMS[0];
  return (
    <Dialog title="Share or export" close={close}>
      <LinkField label="Link to the game" link={shared.value?.gameLink ?? null} />
      <LinkField label="Link to this position" link={shared.value?.positionLink ?? null} />
      <fieldset class="chips">
        <legend>Record</legend>
        {FORMS.map((each) => (
          <label key={each.form} class="chip" title={each.text}>
            <input
              type="radio"
              name="form"
              checked={form.value === each.form}
              onChange={() => (form.value = each.form)}
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
