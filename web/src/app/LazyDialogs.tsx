// Loads the dialogs when the first one is opened, so that the first visit does not wait for them.
import { signal, useSignalEffect } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { errorMessage } from "../core/message";
import { text } from "../text";
import type { AppPage } from "./page";

const loaded = signal<{ Dialogs: FunctionComponent<{ page: AppPage }> } | null>(null);

export function LazyDialogs({ page }: { page: AppPage }) {
  useSignalEffect(() => {
    if (page.dialog.value === null || loaded.value) return;
    void load(page);
  });
  const module = loaded.value;
  return module && <module.Dialogs page={page} />;
}

// Not by `then` with two functions: the build moves them to where they miss that a style sheet could not be loaded.
async function load(page: AppPage): Promise<void> {
  try {
    loaded.value = await import("./Dialogs");
  } catch {
    page.closeDialog();
    page.session.showMessage(errorMessage(text.page.partNotLoaded));
  }
}
