// The keys of the analysis screen, in a dialog.
import { useEffect, useRef } from "preact/hooks";
import { text } from "../text";
import { analysisText } from "../text/analysis";
import { keyBindings } from "./keys";
import type { OpenStudy } from "./study/useStudy";
import { IconButton } from "../ui/Button";

const words = analysisText.keys;

export function KeyList({ study }: { study: OpenStudy }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => {
    study.keysOpen.value = false;
  };
  return (
    <dialog class="analysis-keys" ref={dialog} aria-label={words.title} onClose={close}>
      <div class="analysis-keys-head">
        <h2>{words.title}</h2>
        <IconButton icon="close" label={text.page.close} onClick={close} />
      </div>
      <dl>
        {keyBindings.value.map(({ keys, label }) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{words.names[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
