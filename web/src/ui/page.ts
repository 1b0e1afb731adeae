// The state that the panels share: the session, the open dialog and the screen reader's announcement.
import { batch, effect, signal, untracked, type Signal } from "@preact/signals";
import type { GameSource } from "../core/source";
import { EMPTY_BOARD, type NewGameOpponent, type StudyPlace } from "../place/place";
// eslint-disable-next-line no-restricted-imports -- until the page is an interface
import type { Computer } from "../game/computer";
import { announcement } from "../board/announcements";
import { errorDetails, errorText } from "../core/errorText";
import { opponent as otherSide } from "../board/choice";
// eslint-disable-next-line no-restricted-imports -- until the page is an interface
import type { Online } from "../online/online";
// eslint-disable-next-line no-restricted-imports -- until the page is an interface
import type { Session } from "../game/session";
import { errorMessage } from "../core/message";
import type { Store } from "../board/store";
import type { Studies } from "../storage/studies";
import { statusText } from "../board/statusText";
import type { Preset } from "../board/view";
import { text } from "../text";
import type { Color } from "../wire/snapshot";

export const DIALOGS = ["new", "games", "share", "import", "view", "help", "save", "online"] as const;
export type DialogName = (typeof DIALOGS)[number];
export type OpenDialog = DialogName | { readonly confirm: Confirmation };

export const SCREENS = ["home", "game", "learn", "analysis", "editor"] as const;
export type Screen = (typeof SCREENS)[number];
/** The screens that put something else than the game on the boards. */
export const ACTIVITY_SCREENS: readonly Screen[] = ["learn", "analysis", "editor"];

/** A question before an action that cannot be undone. */
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
  readonly screen: Signal<Screen>;
  /** What the learn screen shows: the address without its `#`. */
  readonly learnPath: Signal<string>;
  /** What the analysis screen shows. */
  readonly study: Signal<StudyPlace>;
  readonly studies: Studies;
  /** The T-FEN in the position editor; null for the position on the board. */
  readonly editorText: Signal<string | null>;
  /** Whether the boards are shown; pages of the learn screen hide them. */
  readonly boards: Signal<boolean>;
  readonly dialog: Signal<OpenDialog | null>;
  /** The opponent that the dialog for a new game offers first; null for that of the last game. */
  readonly opponent: Signal<NewGameOpponent | null>;
  /** Applies a new version of the page; null while there is none. */
  readonly newVersion: Signal<(() => void) | null>;
  /** Read by screen readers when it changes. */
  readonly announcement: Signal<string>;
}

export interface PageParts {
  readonly session: Session;
  readonly computer: Computer;
  readonly online: Online;
  readonly studies: Studies;
}

export function createPage({ session, computer, online, studies }: PageParts): Page {
  const announced = signal("");
  const screen = signal<Screen>("home");
  // How the game was turned when an activity took its place, which may turn the boards.
  let turned: { game: GameSource; bottom: Color; preset: Preset } | null = null;
  effect(() => {
    const isActivity = ACTIVITY_SCREENS.includes(screen.value);
    untracked(() => {
      const { store } = session;
      const game = session.game.value;
      const { bottom, preset } = store.view.value;
      if (isActivity) return void (turned ??= { game, bottom, preset });
      session.showActivity(null);
      if (turned?.game === game) store.setView({ bottom: turned.bottom, preset: turned.preset });
      turned = null;
    });
  });
  effect(() => {
    const { snapshot, history, previewing } = session.store.source.value;
    if (previewing?.value === true) return;
    const error = session.store.error.value;
    const message = session.message.value;
    announced.value = [
      error && errorText(error),
      message?.text,
      announcement(session.store.index, snapshot.value, history.value),
    ]
      .filter(Boolean)
      .join(" ");
  });
  return {
    session,
    computer,
    online,
    screen,
    learnPath: signal("learn"),
    study: signal(EMPTY_BOARD),
    studies,
    editorText: signal<string | null>(null),
    boards: signal(true),
    dialog: signal<OpenDialog | null>(null),
    opponent: signal<NewGameOpponent | null>(null),
    newVersion: signal<(() => void) | null>(null),
    announcement: announced,
  };
}

/** Whose turn it is, check, or the result. */
export function statusLine({ session, online }: Page): string {
  if (online.game.value?.state.value.state === "open") return text.game.waitingForOpponent;
  return statusText(session.store.index, session.store.snapshot.value);
}

/** Runs the action, after a confirmation if it would discard a game that is being played and is not saved. */
export function confirmLeaveGame(page: Page, question: string, then: () => void): void {
  const { session } = page;
  if (!session.isUnderWay() || session.localInfo.value.saved) return then();
  page.dialog.value = {
    confirm: {
      title: text.games.saveFirst,
      text: question,
      buttons: [
        {
          label: text.games.saveAndGoOn,
          tone: "primary",
          act: () => {
            session.save(session.localInfo.value.name);
            then();
          },
        },
        { label: text.games.discard, tone: "danger", act: then },
      ],
    },
  };
}

/** Turns both views to the player's side of a new game against the computer. */
export function faceBoard({ session }: Page): void {
  const { opponent } = session.info.peek();
  if (opponent === null) return;
  const side = otherSide(opponent.plays);
  session.store.setView({ bottom: side, preset: side });
}

/** Opens an online game and shows the error if that fails. */
export async function openOnlineGame(page: Page, id: string): Promise<void> {
  const { online, session } = page;
  await online.open(id);
  const error = online.error.peek();
  // A game that waits for the server has its own dialog.
  if (error && online.waiting.peek() === null)
    session.showMessage(errorMessage(`${text.page.open.onlineFailed} ${errorText(error)}`, errorDetails(error)));
}

/** Shows both views from the other side. */
export function flipBoards(store: Store): void {
  const next = otherSide(store.view.peek().bottom);
  store.setView({ bottom: next, preset: next });
}

/** Opens the position editor with a T-FEN, or with the position on the board. */
export function openEditor({ dialog, screen, editorText }: Page, tfen: string | null): void {
  batch(() => {
    dialog.value = null;
    editorText.value = tfen;
    screen.value = "editor";
  });
}
