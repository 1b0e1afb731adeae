// What the panels share beyond the table: which dialog is open, and what is said aloud.
import { effect, signal, type Signal } from "@preact/signals";
import type { Computer } from "../state/computer";
import { announcement } from "../state/notices";
import type { Online } from "../state/online";
import type { Table } from "../state/table";
import { statusWords } from "../state/words";

export type DialogName =
  "new" | "games" | "share" | "import" | "view" | "help" | "save" | "online" | { readonly ask: Question };

/** A question that must be answered before something happens that cannot be taken back. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly Answer[];
}

export interface Answer {
  readonly label: string;
  readonly tone?: "primary" | "danger";
  readonly act: () => void;
}

export interface Page {
  readonly table: Table;
  readonly computer: Computer;
  readonly online: Online;
  readonly dialog: Signal<DialogName | null>;
  /** Read out by screen readers as it changes. */
  readonly spoken: Signal<string>;
}

export function createPage(table: Table, computer: Computer, online: Online): Page {
  const spoken = signal("");
  effect(() => {
    const { snapshot, history } = table.store.source.value;
    const refused = table.store.refusal.value;
    const message = table.message.value;
    spoken.value = [refused?.message, message?.text, announcement(snapshot.value, history.value)]
      .filter(Boolean)
      .join(" ");
  });
  return { table, computer, online, dialog: signal<DialogName | null>(null), spoken };
}

/** What is going on: whose turn, check, the result. */
export function statusLine({ table, online }: Page): string {
  if (online.game.value?.contest.value.state === "open") return "Waiting for an opponent";
  return statusWords(table.store.snapshot.value);
}

/** Does it at once, or asks first while a game is being played that is not kept. */
export function leaveGame(page: Page, what: string, then: () => void): void {
  const { table } = page;
  if (!table.underWay() || table.label.value.kept) return then();
  page.dialog.value = {
    ask: {
      title: "A game is under way",
      text: `${what} puts the game on the board away. Keep it in “My games”?`,
      answers: [
        {
          label: "Keep it and go on",
          tone: "primary",
          act: () => {
            table.keep(table.label.value.name);
            then();
          },
        },
        { label: "Discard it", tone: "danger", act: then },
      ],
    },
  };
}

/** Opens a game online by its link; says so when it cannot. */
export async function openGame(page: Page, id: string): Promise<void> {
  const { online, table } = page;
  await online.open(id);
  const refused = online.refusal.peek();
  if (refused) table.message.value = { tone: "error", text: `The game could not be opened: ${refused.message}.` };
}
