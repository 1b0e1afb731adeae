// What every part of the page may use: the boards, the place on screen, dialogs and messages. `app` puts it together.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Store } from "../board/store";
import { opponent } from "../board/choice";
import type { GameSettings } from "../core/gameSettings";
import type { Message } from "../core/message";
import type { Mode } from "../board/mode";
import type { DialogName, DialogPlace, Place, Screen } from "../place/place";
import type { Studies } from "../storage/studies";

/** A question before an action that cannot be undone. */
export interface Confirmation {
  readonly kind: "confirm";
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly ConfirmButton[];
}

export interface ConfirmButton {
  readonly label: string;
  readonly tone?: "primary" | "danger";
  readonly act: () => void;
}

/** The paragraph of the guide on the reason of an illegal move, by its code. */
export interface RuleQuestion {
  readonly kind: "rule";
  readonly code: string;
}

/** A small dialog without an address. */
export type Question = Confirmation | RuleQuestion;

export interface Page {
  readonly session: PageSession;
  readonly studies: Studies;
  readonly place: ReadonlySignal<Place>;
  /** The place without its dialog. */
  readonly screen: ReadonlySignal<Screen>;
  readonly dialog: ReadonlySignal<DialogPlace | Question | null>;
  /** Whether the boards are shown; pages of the learn screen hide them. */
  readonly boards: Signal<boolean>;
  /** Whose turn it is, check, or the result. */
  readonly status: ReadonlySignal<string>;
  /** The online game below in which it is the player's turn. */
  readonly onlineTurn: ReadonlySignal<string | null>;
  /** Shows a place. Back leads to the one before. */
  go(place: Place): void;
  /** Shows another screen in place of the one on screen, below an open dialog too. */
  update(screen: Screen): void;
  openDialog(dialog: DialogName): void;
  closeDialog(): void;
  /** Shows a question in place of the open dialog. */
  ask(question: Question): void;
  /** Starts a game, after a question if that would discard one. */
  startGame(settings: GameSettings): void;
}

/** The part of the session that is not about the game at this screen. */
export interface PageSession {
  readonly store: Store;
  readonly message: ReadonlySignal<Message | null>;
  /** The game, also while an activity is shown in its place. */
  readonly game: ReadonlySignal<Mode>;
  readonly activity: ReadonlySignal<Mode | null>;
  readonly localInfo: ReadonlySignal<Pick<GameSettings, "opponent"> & { readonly id: string; readonly name: string }>;
  showMessage(message: Message | null): void;
  showActivity(source: Mode | null, message?: Message | null): void;
}

/** Shows both views from the other side. */
export function flipBoards(store: Store): void {
  const next = opponent(store.view.peek().bottom);
  store.setView({ bottom: next, preset: next });
}
