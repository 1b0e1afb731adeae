// What the panels share beyond the table: which dialog is open, and what is said aloud.
import { effect, signal, type Signal } from "@preact/signals";
import type { Computer } from "../state/computer";
import { announcement } from "../state/announcements";
import type { Online } from "../state/online";
import type { Session } from "../state/session";
import { errorMessage } from "../state/sessionState";
import { statusText } from "../state/text";

export type DialogName =
  "new" | "games" | "share" | "import" | "view" | "help" | "save" | "online" | { readonly confirm: Confirmation };

/** A question that must be answered before something happens that cannot be taken back. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly ConfirmButton[];
}

export interface ConfirmButton {
  readonly label: string;
  readonly tone?: "primary" | "danger";
  readonly act: () => void;
}

export interface Page {
  readonly session: Session;
  readonly computer: Computer;
  readonly online: Online;
  readonly dialog: Signal<DialogName | null>;
  /** Read out by screen readers as it changes. */
  readonly spoken: Signal<string>;
}

export function createPage(session: Session, computer: Computer, online: Online): Page {
  const spoken = signal("");
  effect(() => {
    const { snapshot, history } = session.store.source.value;
    const refused = session.store.error.value;
    const message = session.message.value;
    spoken.value = [refused?.message, message?.text, announcement(session.store.index, snapshot.value, history.value)]
      .filter(Boolean)
      .join(" ");
  });
  return { session, computer, online, dialog: signal<DialogName | null>(null), spoken };
}

/** What is going on: whose turn, check, the result. */
export function statusLine({ session, online }: Page): string {
  if (online.game.value?.contest.value.state === "open") return "Waiting for an opponent";
  return statusText(session.store.index, session.store.snapshot.value);
}

/** Does it at once, or asks first while a game is being played that is not kept. */
export function confirmLeaveGame(page: Page, what: string, then: () => void): void {
  const { session } = page;
  if (!session.isUnderWay() || session.info.value.saved) return then();
  page.dialog.value = {
    confirm: {
      title: "A game is under way",
      text: `${what} puts the game on the board away. Keep it in “My games”?`,
      buttons: [
        {
          label: "Keep it and go on",
          tone: "primary",
          act: () => {
            session.save(session.info.value.name);
            then();
          },
        },
        { label: "Discard it", tone: "danger", act: then },
      ],
    },
  };
}

/** Opens a game online by its link; says so when it cannot. */
export async function openOnlineGame(page: Page, id: string): Promise<void> {
  const { online, session } = page;
  await online.open(id);
  const refused = online.error.peek();
  if (refused) session.showMessage(errorMessage(`The game could not be opened: ${refused.message}.`));
}
