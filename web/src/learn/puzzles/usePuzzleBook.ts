// Opens the puzzles for a component. A failed attempt can be repeated.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openPuzzleBook, type PuzzleBook } from "./puzzleBook";
import { keepPuzzles } from "./puzzleFiles";

interface OpenedPuzzles {
  /** Null until it is open. */
  readonly book: Signal<PuzzleBook | null>;
  readonly failed: Signal<boolean>;
  readonly load: () => void;
}

export function usePuzzleBook(): OpenedPuzzles {
  const book = useSignal<PuzzleBook | null>(null);
  const failed = useSignal(false);
  const load = (): void => {
    failed.value = false;
    keepPuzzles();
    openPuzzleBook().then(
      (opened) => (book.value = opened),
      () => (failed.value = true),
    );
  };
  useEffect(load, []);
  return { book, failed, load };
}
