// Shows in the tab's title, and in the app badge where supported, that it is the player's turn online.
import { effect } from "@preact/signals";
import { text } from "../text";
import type { Page } from "../ui/page";

export function mountTitle(page: Page): void {
  const usual = document.title;
  effect(() => {
    const myTurn = page.onlineTurn.value !== null;
    document.title = myTurn ? text.page.yourTurn(usual) : usual;
    const badge = navigator as Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
    // Badges are optional in browsers and may be denied.
    const shown = myTurn ? badge.setAppBadge?.(1) : badge.clearAppBadge?.();
    shown?.catch(() => undefined);
  });
}
