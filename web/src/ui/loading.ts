// Parts that are loaded when they are needed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorMessage } from "../core/message";
import { text } from "../text";
import type { Page } from "./page";

/** Passes on what is loaded, unless the result is called before; reports if it cannot be loaded. */
export function whenLoaded<Value>(page: Page, loading: Promise<Value>, use: (value: Value) => void): () => void {
  let current = true;
  loading.then(
    (value) => {
      if (current) use(value);
    },
    () => page.session.showMessage(errorMessage(text.page.partNotLoaded)),
  );
  return () => {
    current = false;
  };
}

/** Null while it is loading. */
export function useLoaded<Value>(page: Page, load: () => Promise<Value>): Value | null {
  const loaded = useSignal<Value | null>(null);
  useEffect(() => whenLoaded(page, load(), (value) => (loaded.value = value)), []);
  return loaded.value;
}
