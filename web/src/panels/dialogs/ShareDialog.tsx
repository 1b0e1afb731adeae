// Giving a game away: links that open it anywhere, and its record in every form, to copy or as a file.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { RecordForm } from "../../source/source";
import { gameLink, positionLink } from "../../state/links";
import { copyText } from "../copyText";
import { download } from "../download";
import type { Page } from "../page";
import { Dialog } from "./Dialog";

const FORMS: readonly { form: RecordForm; label: string; text: string; ending: string }[] = [
  { form: "tpgn", label: "T-PGN", text: "the moves, as people write them", ending: "tpgn" },
  { form: "json", label: "JSON", text: "the saved game, for programs", ending: "json" },
  { form: "tfen", label: "T-FEN", text: "the position on the board, one line", ending: "tfen" },
];

export function ShareDialog({ page, close }: { page: Page; close: () => void }) {
  const { source } = page.table.store;
  const links = useSignal({ game: "", position: "" });
  const form = useSignal<RecordForm>("tpgn");
  const text = useSignal("");

  useEffect(() => {
    const here = location.origin + location.pathname;
    void (async () => {
      const game = await gameLink(await source.value.record("tpgn"));
      const position = positionLink(await source.value.record("tfen"));
      links.value = { game: here + game, position: here + position };
    })();
  }, [links, source]);
  useEffect(() => {
    void source.value.record(form.value).then((record) => (text.value = record));
  }, [form.value, source, text]);

  const chosen = FORMS.find((each) => each.form === form.value) ?? FORMS[0];
  return (
    <Dialog title="Share or export" close={close}>
      <LinkField label="Link to the game" link={links.value.game} />
      <LinkField label="Link to this position" link={links.value.position} />
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
        <CopyButton text={text.value} label="Copy" />
        <button type="button" class="primary" onClick={() => download(`tri-d.${chosen?.ending ?? "txt"}`, text.value)}>
          Download
        </button>
      </div>
    </Dialog>
  );
}

function LinkField({ label, link }: { label: string; link: string }) {
  return (
    <div class="link-field">
      <label class="field">
        {label}
        <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton text={link} label="Copy" name={`Copy: ${label}`} />
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
    <button type="button" aria-label={copied.value ? undefined : name} onClick={() => void copy()}>
      {copied.value ? "Copied" : label}
    </button>
  );
}
