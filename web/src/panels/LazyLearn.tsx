// Loads the learn screen when it is first opened, so that the first visit does not wait for it.
import { signal, useSignalEffect } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { errorMessage } from "../state/sessionState";
import { text } from "../text";
import { SessionMessage } from "./Notice";
import type { Page } from "./page";

const loaded = signal<{ LearnScreen: FunctionComponent<{ page: Page }> } | null>(null);

export function LazyLearn({ page }: { page: Page }) {
  useSignalEffect(() => {
    if (loaded.value) return;
    import("../learn/LearnScreen").then(
      (module) => (loaded.value = module),
      () => page.session.showMessage(errorMessage(text.page.partNotLoaded)),
    );
  });
  const module = loaded.value;
  return module ? (
    <module.LearnScreen page={page} />
  ) : (
    <aside class="panel">
      <SessionMessage page={page} />
    </aside>
  );
}
