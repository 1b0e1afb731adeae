// The dialogs, fetched when the first one is opened: the game can be seen and played before.
import { signal, useSignalEffect } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { errorMessage } from "../state/sessionState";
import type { Page } from "./page";

const fetched = signal<{ Dialogs: FunctionComponent<{ page: Page }> } | null>(null);

export function LazyDialogs({ page }: { page: Page }) {
  useSignalEffect(() => {
    if (page.dialog.value === null || fetched.value) return;
    import("./dialogs/Dialogs").then(
      (module) => (fetched.value = module),
      () => {
        page.dialog.value = null;
        page.session.showMessage(
          errorMessage("This part of the page could not be loaded; check the connection, then load the page anew."),
        );
      },
    );
  });
  const module = fetched.value;
  return module && <module.Dialogs page={page} />;
}
