// A part of the tools that opens and closes.
import type { ComponentChildren } from "preact";

export function ToolsPart({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="tools-part">
      <summary>{title}</summary>
      <div class="tools-body">{children}</div>
    </details>
  );
}
