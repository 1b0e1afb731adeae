// A small dialog with one thing to do. Unlike other dialogs it has no header, and its code is loaded with the page.
import "../styles/cardDialog.css";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { showDialog } from "./showDialog";

interface CardDialogProps {
  title: string;
  /** Called when it is closed with Escape. */
  close: () => void;
  children: ComponentChildren;
}

export function CardDialog({ title, close, children }: CardDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    if (dialog.current) showDialog(dialog.current);
  }, []);
  return (
    <dialog ref={dialog} class="card-dialog" aria-labelledby={heading} onClose={close}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
