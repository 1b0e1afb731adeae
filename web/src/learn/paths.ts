// The addresses of the learn screen, without their `#`: `learn`, `learn=pawns/2`, `puzzle=17`, `guide=castling`.
import { batch } from "@preact/signals";
import type { Page } from "../ui/page";

export const LEARN_KINDS = ["learn", "puzzles", "puzzle", "guide", "trainers", "trainer"] as const;

export interface LearnPlace {
  readonly kind: (typeof LEARN_KINDS)[number];
  /** What follows the `=`, decoded; null for a menu. */
  readonly value: string | null;
}

/** Reads a path. One that cannot be read is the menu of its kind. */
export function readLearnPath(path: string): LearnPlace {
  const [name, value] = path.split(/=(.*)/s);
  const kind = LEARN_KINDS.find((each) => each === name) ?? "learn";
  return { kind, value: value === undefined ? null : decode(value) };
}

export function learnPath({ kind, value }: LearnPlace): string {
  return value === null ? kind : `${kind}=${encodeURIComponent(value).replaceAll("%2F", "/")}`;
}

/** Shows another part of the learn screen. Back leads to the one before. */
export function openPath(page: Page, path: string): void {
  batch(() => {
    page.learnPath.value = path;
    page.screen.value = "learn";
  });
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
