// The frame of a dialog. It closes by its button, Escape or a click outside.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { text } from "../text";
import { showDialog } from "./showDialog";
import { IconButton } from "./Button";

interface DialogProps {
  title: string;
  close: () => void;
  /** Whether it uses two columns on a wide screen. */
  wide?: boolean;
  /** Whether the boards stay visible. */
  beside?: boolean;
  children: ComponentChildren;
}

export function Dialog({ title, close, wide = false, beside = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the next key event, so that Escape finds it open.
  useLayoutEffect(() => {
    if (dialog.current) showDialog(dialog.current);
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog${wide ? " wide" : ""}${beside ? " beside" : ""}`}
      aria-labelledby={heading}
      onClose={close}
      onPointerDown={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <IconButton icon="close" label={text.page.close} onClick={() => dialog.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
