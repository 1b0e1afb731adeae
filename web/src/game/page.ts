// What games at this screen need of the page.
import type { ReadonlySignal } from "@preact/signals";
import { opponent as otherSide } from "../board/choice";
import type { Page } from "../ui/page";
import type { Computer } from "./computer";
import type { Session } from "./session";

export interface PlayPage extends Page {
  readonly session: Session;
  readonly computer: Computer;
  readonly online: { readonly me: ReadonlySignal<{ readonly name: string } | null> };
}

/** Turns both views to the player's side of a new game against the computer. */
export function faceBoard(session: Session): void {
  const { opponent } = session.info.peek();
  if (opponent === null) return;
  const side = otherSide(opponent.plays);
  session.store.setView({ bottom: side, preset: side });
}
