// Keyboard shortcuts of the whole page. Keys of the map are in `MapView`.
import { isActivity } from "../place/place";
import { flipBoards } from "../ui/page";
import type { AppPage } from "./page";

export function mountShortcuts(page: AppPage): void {
  window.addEventListener("keydown", (event) => {
    // Escape closes an open dialog.
    if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
    if (event.key === "Escape") page.session.store.deselect();
    else if (mayUse(page, event) && run(page, event)) event.preventDefault();
  });
}

/** Whether a single key is a shortcut now: they can be switched off, and never work while typing. */
function mayUse({ session, screen }: AppPage, event: KeyboardEvent): boolean {
  const { kind } = screen.value;
  const hasBoards = isActivity(screen.value) ? session.activity.value !== null : kind !== "home";
  if (!session.store.view.value.shortcuts || !hasBoards) return false;
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  return !(event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]"));
}

function run({ session: { store } }: AppPage, { key, target }: KeyboardEvent): boolean {
  if (key === "f" || key === "F") {
    flipBoards(store);
    return true;
  }
  const element = target instanceof Element ? target : null;
  if (element?.closest("[data-square]")) return false;
  const { ply, moves } = store.mode.value.board.history.value;
  // Up and Down scroll a list that has the focus.
  const scrolls = element?.closest("[role=region]") !== null;
  const next = nextPly(key, ply, moves.length, scrolls);
  if (next === null) return false;
  if (next !== ply) store.goTo(next);
  return true;
}

function nextPly(key: string, ply: number, last: number, scrolls: boolean): number | null {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, ply - 1);
    case "ArrowRight":
      return Math.min(last, ply + 1);
    case "ArrowUp":
      return scrolls ? null : 0;
    case "ArrowDown":
      return scrolls ? null : last;
    default:
      return null;
  }
}
