// The progress of a picture or a film, then the file: a preview, to download or to share.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { text } from "../../text";
import { dialogText } from "../../text/dialogs";
import { Button } from "../../ui/Button";
import { download } from "../../ui/download";
import { canShareFile, shareFile } from "./shareFile";
import type { Work } from "./work";

const words = dialogText.share;

interface WorkViewProps {
  readonly work: Work;
  /** What the file shows, for people who do not see it. */
  readonly label: string;
}

export function WorkView({ work, label }: WorkViewProps) {
  const state = work.state.value;
  switch (state.kind) {
    case "idle":
      return null;
    case "working":
      return (
        <div class="share-work">
          <progress max={state.total} value={state.done} aria-label={words.making} />
          <Button class="small" label={text.page.cancel} onClick={() => work.cancel()} />
        </div>
      );
    case "failed":
      return (
        <p class="said said-error" role="alert">
          {words.failed}
        </p>
      );
    case "made":
      return <MadeFile file={state.file} label={label} />;
  }
}

function MadeFile({ file, label }: { file: File; label: string }) {
  const address = useSignal<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    address.value = url;
    return () => URL.revokeObjectURL(url);
  }, [address, file]);
  const src = address.value ?? undefined;
  return (
    <>
      <div class="share-preview">
        {file.type.startsWith("video/") ? (
          <video src={src} aria-label={label} autoplay loop muted playsInline />
        ) : (
          <img src={src} alt={label} />
        )}
      </div>
      <div class="dialog-answers">
        <p class="hint-text" role="status">
          {words.fileSize(file.size)}
        </p>
        {canShareFile(file) && <ShareFileButton file={file} />}
        <Button class="primary" label={words.download} onClick={() => download(file.name, file)} />
      </div>
    </>
  );
}

function ShareFileButton({ file }: { file: File }) {
  const failed = useSignal(false);
  const share = async (): Promise<void> => {
    failed.value = !(await shareFile(file));
  };
  return (
    <>
      {failed.value && <p role="alert">{words.notShared}</p>}
      <Button icon="share" label={words.shareFile} onClick={() => void share()} />
    </>
  );
}
