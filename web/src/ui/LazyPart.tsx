// Loads a part of the page when it is first shown, so that the first visit does not wait for it.
import { signal, useSignalEffect } from "@preact/signals";
import type { FunctionComponent } from "preact";
import type { Page } from "./page";
import { SessionMessage } from "./Notice";
import { errorMessage } from "../core/message";
import { text } from "../text";

interface PartProps {
  readonly page: Page;
}

/** A component that renders another one once its module has loaded, and a placeholder until then. */
export function lazyPart<Props extends PartProps>(
  load: () => Promise<FunctionComponent<Props>>,
  Placeholder: FunctionComponent<PartProps> | null = EmptyPanel,
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
    return Loaded ? <Loaded {...props} /> : Placeholder && <Placeholder page={props.page} />;
  };
}

function EmptyPanel({ page }: PartProps) {
  return (
    <aside class="panel">
      <SessionMessage page={page} />
    </aside>
  );
}
