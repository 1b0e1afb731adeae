// The panel of an activity, beside the boards or above them on a phone.
import type { ComponentChildren } from "preact";
import type { Page } from "../ui/page";
import { LearnMessages } from "./LearnMessages";

export function LearnPanel({ page, label, children }: { page: Page; label: string; children: ComponentChildren }) {
  return (
    <aside class="panel learn learn-panel" aria-label={label}>
      <LearnMessages page={page} />
      {children}
    </aside>
  );
}
