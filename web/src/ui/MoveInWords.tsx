// What a move of a list means in words, shown above the list for the move under the pointer or with the focus.
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { text } from "../text";
import type { PlayedMove } from "../wire/game";

/** The attributes of a move's button: screen readers read the words after the notation. */
export function inWords(played: PlayedMove) {
  const words = text.game.moveInWords(played);
  return { "aria-description": words, "data-words": words };
}

/** Shows the words of the list's moves. */
export function MoveInWords({ list }: { list: RefObject<HTMLElement | null> }) {
  const words = useSignal<string | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const show = ({ target }: Event): void => {
      words.value = (target as Element | null)?.closest<HTMLElement>("[data-words]")?.dataset["words"] ?? null;
    };
    const hide = (): void => void (words.value = null);
    element.addEventListener("pointerover", show, options);
    element.addEventListener("focusin", show, options);
    element.addEventListener("pointerleave", hide, options);
    element.addEventListener("focusout", hide, options);
    return () => abort.abort();
  }, [list, words]);
  return (
    words.value !== null && (
      <p class="move-words" aria-hidden="true">
        {words}
      </p>
    )
  );
}
