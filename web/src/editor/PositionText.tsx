// The position as T-FEN, which can be read, changed, copied and shared.
import { useSignal } from "@preact/signals";
import { copyText } from "../ui/copyText";
import { SaidText } from "../ui/SaidText";
import type { AppError } from "../core/errors";
import { errorDetails, errorText } from "../core/errorText";
import { formatPlace } from "../place/place";
import { editorText } from "../text/editor";
import type { EditorMode } from "./editorMode";
import { Button } from "../ui/Button";

export function PositionText({ source }: { source: EditorMode }) {
  const { text } = source.view.value;
  /** What is being typed, while it is not a position. */
  const typed = useSignal<{ readonly text: string; readonly error: AppError } | null>(null);
  const said = useSignal("");
  const read = (value: string): void => {
    const error = source.read(value);
    typed.value = error ? { text: value, error } : null;
  };
  const copy = async (what: string, done: string): Promise<void> => {
    said.value = "";
    said.value = (await copyText(what)) ? done : editorText.notCopied;
  };
  const link = (): string => new URL(formatPlace({ kind: "editor", text }), location.href).href;
  return (
    <section class="editor-text">
      <label class="field">
        <span>{editorText.text}</span>
        <textarea
          rows={3}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={typed.value !== null}
          aria-describedby="editor-text-note"
          value={typed.value?.text ?? text}
          onInput={(event) => read(event.currentTarget.value)}
          onBlur={() => (typed.value = null)}
        />
      </label>
      <div id="editor-text-note" class={typed.value ? "said said-error" : "hint-text"}>
        {typed.value ? (
          <SaidText text={errorText(typed.value.error)} details={errorDetails(typed.value.error)} />
        ) : (
          editorText.textHint
        )}
      </div>
      <div class="editor-actions">
        <Button label={editorText.copy} onClick={() => void copy(text, editorText.copied)} />
        <Button label={editorText.copyLink} onClick={() => void copy(link(), editorText.linkCopied)} />
        <span role="status">{said}</span>
      </div>
    </section>
  );
}
