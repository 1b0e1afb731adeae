// Loads a part of the page when it is first shown, so that the first visit does not wait for it.
import { signal, useSignalEffect } from "@preact/signals";
import type { FunctionComponent } from "preact";
import type { Page } from "./page";
import { SessionMessage } from "./Notice";
import { whenLoaded } from "./loading";

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
      whenLoaded(props.page, load(), (part) => (loaded.value = part));
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
