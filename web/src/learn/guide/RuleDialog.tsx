// The paragraph of the guide on the reason why a move is illegal, beside the boards.
import "../../styles/guide.css";
import { guide } from "virtual:guide";
import { text } from "../../text";
import { Dialog } from "../../ui/Dialog";
import type { Page } from "../../ui/page";
import { elementId, resolveTarget } from "./places";
import { Button } from "../../ui/Button";

interface RuleDialogProps {
  readonly page: Page;
  readonly code: string;
  readonly close: () => void;
}

export function RuleDialog({ page, code, close }: RuleDialogProps) {
  const block = resolveTarget(guide, code);
  const { title, html } = passage(block ?? "");
  return (
    <Dialog title={title} close={close} beside>
      <div class="guide-text" dangerouslySetInnerHTML={{ __html: html }} />
      <div class="dialog-answers">
        <Button label={text.page.readGuide} onClick={() => page.go({ kind: "guide", section: block })} />
        <Button class="primary" label={text.page.backToBoards} onClick={close} />
      </div>
    </Dialog>
  );
}

/** A block of the guide, and the title of its section. */
function passage(block: string): { readonly title: string; readonly html: string } {
  const all = document.createElement("template");
  all.innerHTML = guide.html;
  const found = all.content.getElementById(elementId(block));
  const title = found?.closest("section")?.firstElementChild?.textContent;
  return { title: title ?? "", html: found?.outerHTML ?? "" };
}
