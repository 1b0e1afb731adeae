// A heading that takes the focus, so that a screen reader starts there.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Takes the focus when it appears, and again when `subject` changes. */
export function FocusedHeading({ subject, children }: { subject?: unknown; children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [subject]);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
