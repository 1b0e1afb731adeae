// A page of the learn screen without boards.
import type { ComponentChildren } from "preact";
import type { Page } from "../ui/page";
import { useWithoutBoards } from "../ui/activity";
import { FocusedHeading } from "../ui/FocusedHeading";
import { LearnMessages } from "./LearnMessages";

export function LearnPage({ page, title, children }: { page: Page; title: string; children: ComponentChildren }) {
  useWithoutBoards(page);
  return (
    <div class="learn learn-page">
      <LearnMessages page={page} />
      <FocusedHeading subject={title}>{title}</FocusedHeading>
      {children}
    </div>
  );
}
