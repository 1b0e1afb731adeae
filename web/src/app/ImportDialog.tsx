// Opens a record from a file or pasted text, in any format.
import { useRef } from "preact/hooks";
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import { analyseText, openFile, openText } from "./importRecords";
import type { AppPage } from "./page";
import { SaidText } from "../ui/SaidText";
import { Dialog } from "../ui/Dialog";
import { Button } from "../ui/Button";

export function ImportDialog({ page, close }: { page: AppPage; close: () => void }) {
  const words = dialogText.open;
  const field = useRef<HTMLTextAreaElement>(null);
  const { message } = page.session;
  return (
    <Dialog title={words.title} close={close}>
      <label class="field">
        {words.file}
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
        {words.paste}
        <textarea ref={field} data-focus class="record" rows={7} spellcheck={false} placeholder={words.placeholder} />
      </label>
      {message.value?.tone === "error" && (
        <div class="said said-error" role="alert">
          <SaidText text={message.value.text} details={message.value.details ?? null} />
        </div>
      )}
      <p class="hint-text">{words.drop}</p>
      <div class="dialog-answers">
        <Button
          icon="analyse"
          label={text.games.analyse}
          onClick={() => void analyseText(field.current?.value ?? "", text.page.open.pastedText, page)}
        />
        <Button
          class="primary"
          label={words.open}
          onClick={() => openText(field.current?.value ?? "", text.page.open.pastedText, page)}
        />
      </div>
    </Dialog>
  );
}
