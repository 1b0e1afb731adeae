// Opens a record from a file or pasted text, in any format.
import { useRef } from "preact/hooks";
import { openFile, openText } from "../importRecords";
import type { Page } from "../page";
import { Dialog } from "./Dialog";

export function ImportDialog({ page, close }: { page: Page; close: () => void }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { message } = page.session;
  return (
    <Dialog title="Open a game or position" close={close}>
      <label class="field">
        A file (T-PGN, JSON, T-FEN)
        <input
          type="file"
          accept=".tpgn,.pgn,.json,.tfen,.fen,.txt"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void openFile(file, page);
          }}
        />
      </label>
      <label class="field">
        Or paste it here
        <textarea ref={text} class="record" rows={7} spellcheck={false} placeholder="T-PGN, saved JSON or T-FEN" />
      </label>
      {message.value?.tone === "error" && (
        <p class="said said-error" role="alert">
          {message.value.text}
        </p>
      )}
      <p class="hint-text">You can also drop a file anywhere on the page.</p>
      <div class="dialog-answers">
        <button
          type="button"
          class="primary"
          onClick={() => openText(text.current?.value ?? "", "The pasted text", page)}
        >
          Open
        </button>
      </div>
    </Dialog>
  );
}
