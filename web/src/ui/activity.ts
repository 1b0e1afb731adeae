// How a part of the learn or analysis screen uses the page: an activity puts its own source on the boards, a page hides the boards.
import { useLayoutEffect } from "preact/hooks";
import type { Mode } from "../board/mode";
import type { Page } from "./page";

/**
 * Shows a source on the boards, in both views, while the component is mounted, and disposes of it afterwards. The game
 * that was on the boards comes back untouched when the component goes, or at once when the screen is left. The message
 * on screen goes with it, unless it is about the source.
 */
export function useActivity({ session }: Page, source: Mode | null, keepsMessage = false): void {
  useLayoutEffect(() => {
    if (source === null) return;
    session.showActivity(source, keepsMessage ? session.message.peek() : null);
    return () => {
      // What the next source is about may be on screen already.
      const message = keepsMessage ? session.message.peek() : null;
      if (session.activity.peek() === source) session.showActivity(null, message);
      source.dispose();
    };
  }, [session, source]);
}

/** Hides the boards while the component is mounted, for pages without a position. */
export function useWithoutBoards({ boards }: Page): void {
  useLayoutEffect(() => {
    boards.value = false;
    return () => {
      boards.value = true;
    };
  }, [boards]);
}
