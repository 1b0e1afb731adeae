// Loads a part of the learn screen when it is first shown.
import { signal, useSignalEffect } from "@preact/signals";
import type { FunctionComponent } from "preact";
import type { Page } from "../panels/page";
import { SessionMessage } from "../panels/Notice";
import { errorMessage } from "../state/sessionState";
import { text } from "../text";

interface PartProps {
  readonly page: Page;
}

/** A component that renders another one once its module has loaded. */
export function lazyPart<Props extends PartProps>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const loaded = signal<FunctionComponent<Props> | null>(null);
  return function Part(props: Props) {
    useSignalEffect(() => {
      if (loaded.value) return;
      load().then(
        (part) => (loaded.value = part),
        () => props.page.session.showMessage(errorMessage(text.page.partNotLoaded)),
      );
    });
    const Loaded = loaded.value;
    return Loaded ? (
      <Loaded {...props} />
    ) : (
      <div class="learn learn-page">
        <SessionMessage page={props.page} />
      </div>
    );
  };
}
