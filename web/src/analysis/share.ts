// Links to a study and its file.
import { copyText } from "../ui/copyText";
import { download } from "../ui/download";
import type { Page } from "../ui/page";
import { studyLink } from "../place/links";
import { analysisText } from "../text/analysis";
import { fileName } from "../board/statusText";
import type { OpenStudy } from "./study/useStudy";

/** Copies a link that holds the whole study and opens it at the current node, in any browser. */
export async function copyNodeLink({ session }: Page, { source, name }: OpenStudy): Promise<void> {
  const path = source.currentPath();
  const link = await studyLink({ record: source.text("tpgn"), path, name: name.peek() });
  const copied = await copyText(new URL(link, location.href).href);
  session.showMessage({
    tone: copied ? "note" : "error",
    text: copied ? analysisText.linkCopied : analysisText.notCopied,
  });
}

export function exportStudy({ source, name }: OpenStudy): void {
  download(`${fileName(name.peek())}.tpgn`, source.text("tpgn"));
}
