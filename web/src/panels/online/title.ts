// The tab says when it is my turn in a game online, in its title and, where the system shows one, by a badge.
import { effect } from "@preact/signals";
import type { Page } from "../page";

export function mountTitle(page: Page): void {
  const usual = document.title;
  effect(() => {
    const game = page.online.game.value;
    const contest = game?.contest.value;
    const myTurn = contest?.state === "live" && contest.seat !== null && contest.seat === contest.turn;
    document.title = myTurn ? `● Your turn – ${usual}` : usual;
    const badge = navigator as Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
    // Not every browser knows badges, and one that does may refuse.
    const shown = myTurn ? badge.setAppBadge?.(1) : badge.clearAppBadge?.();
    shown?.catch(() => undefined);
  });
}
