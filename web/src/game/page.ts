// What games at this screen need of the page.
import type { ReadonlySignal } from "@preact/signals";
import { opponent as otherSide } from "../board/choice";
import { text } from "../text";
import type { Page } from "../ui/page";
import type { Computer } from "./computer";
import type { Session } from "./session";

export interface GamePage extends Page {
  readonly session: Session;
  readonly computer: Computer;
  readonly online: { readonly me: ReadonlySignal<{ readonly name: string } | null> };
}

/** Runs the action, after a question if it would discard a game that is being played and is not saved. */
export function confirmLeaveGame(page: Pick<GamePage, "session" | "ask">, question: string, then: () => void): void {
  const { session } = page;
  if (!session.isUnderWay() || session.localInfo.value.saved) return then();
  const save = (): void => session.save(session.localInfo.value.name);
  page.ask({
    kind: "confirm",
    title: text.games.saveFirst,
    text: question,
    buttons: [
      {
        label: text.games.saveAndGoOn,
        tone: "primary",
        act: () => {
          save();
          then();
        },
      },
      { label: text.games.discard, tone: "danger", act: then },
    ],
  });
}

/** Turns both views to the player's side of a new game against the computer. */
export function faceBoard(session: Session): void {
  const { opponent } = session.info.peek();
  if (opponent === null) return;
  const side = otherSide(opponent.plays);
  session.store.setView({ bottom: side, preset: side });
}
