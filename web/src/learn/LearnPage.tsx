// A page of the learn screen without boards: its title takes the focus, so that a screen reader starts there.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Page } from "../ui/page";
import { useWithoutBoards } from "../ui/activity";
import { LearnMessages } from "./LearnMessages";

export function LearnPage({ page, title, children }: { page: Page; title: string; children: ComponentChildren }) {
  useWithoutBoards(page);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <div class="learn learn-page">
      <LearnMessages page={page} />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}
