// The page: what its parts share, and what follows from the place on screen.
import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import { announcement } from "../board/announcements";
import { countMoves, statusText } from "../board/statusText";
import { errorText, failureMessage } from "../core/errorText";
import { errorMessage } from "../core/message";
import type { Computer } from "../game/computer";
import { faceBoard, type PlayPage } from "../game/page";
import type { Session } from "../game/session";
import type { Online } from "../online/online";
import type { OnlinePage } from "../online/page";
import { readLink } from "../place/links";
import { GAME, isActivity, type LinkPlace } from "../place/place";
import type { Route } from "../place/route";
import type { Studies } from "../storage/studies";
import { text } from "../text";
import { analyse } from "../ui/analyse";
import type { Question } from "../ui/page";

export interface AppPage extends PlayPage, Omit<OnlinePage, "session"> {
  readonly online: Online;
  /** Applies a new version of the page; null while there is none. */
  readonly newVersion: Signal<(() => void) | null>;
  /** Read by screen readers when it changes. */
  readonly announcement: ReadonlySignal<string>;
}

export interface PageParts {
  readonly session: Session;
  readonly computer: Computer;
  readonly online: Online;
  readonly studies: Studies;
  readonly route: Route;
}

export function createPage({ session, computer, online, studies, route }: PageParts): AppPage {
  const { place, screen } = route;
  const question = signal<Question | null>(null);
  const page: AppPage = {
    session,
    computer,
    online,
    studies,
    place,
    screen,
    dialog: computed(() => question.value ?? (place.value.kind === "dialog" ? place.value : null)),
    boards: signal(true),
    status: computed(() => {
      if (online.game.value?.state.value.state === "open") return text.game.waitingForOpponent;
      return ownEndingOf(session, online) ?? statusText(session.store.index, session.store.snapshot.value);
    }),
    onlineTurn: computed(() => {
      const game = online.game.value;
      const state = game?.state.value;
      return game && state?.state === "live" && state.seat !== null && state.seat === state.turn ? game.id : null;
    }),
    newVersion: signal<(() => void) | null>(null),
    announcement: announcedText(session),
    go(next) {
      question.value = null;
      route.go(next);
    },
    update: (next) => route.update(next),
    openDialog: (dialog) => page.go({ kind: "dialog", dialog, opponent: null, over: screen.peek() }),
    closeDialog: () => page.go(screen.peek()),
    ask(next) {
      page.closeDialog();
      question.value = next;
    },
    startGame(settings) {
      if (session.startNew(settings)) faceBoard(session);
    },
  };
  return page;
}

/** How the game on the boards ended, for the player at this screen; null if it goes on or they did not play one side. */
function ownEndingOf(session: Session, online: Online): string | null {
  const game = online.game.value;
  if (!game || session.store.mode.value !== game) return session.ownEnding.value;
  const { seat, state } = game.state.value;
  const snapshot = game.board.snapshot.value;
  if (seat === null || state !== "finished" || snapshot.status === "ongoing") return null;
  return text.game.ownEnding(snapshot, seat, countMoves(game.board.history.value.moves), null);
}

/** Follows the place on screen: opens its online game or its link. Resolves when the first one is open. */
export async function followPlace(page: AppPage): Promise<void> {
  let first: Promise<void> = Promise.resolve();
  keepTurn(page);
  effect(() => {
    const place = page.place.value;
    untracked(() => {
      if (place.kind === "link") first = openLink(page, place);
      else if (place.kind === "online") first = openOnline(page, place.id);
      else if (place.kind === "game" && page.online.requested.peek() !== null) page.online.leave();
    });
  });
  await first;
}

/** Opens an online game and shows the error if that fails. The address stays, so that a reload tries again. */
async function openOnline({ online, session }: AppPage, id: string): Promise<void> {
  if (online.requested.peek() === id) return;
  await online.open(id);
  const error = online.error.peek();
  // A game that waits for the server has its own dialog, and one that cannot be opened its own screen.
  if (error && online.waiting.peek() === null && online.refused.peek() === null)
    session.showMessage(failureMessage(text.page.open.onlineFailed, error));
}

async function openLink(page: AppPage, { hash }: LinkPlace): Promise<void> {
  // At once: a reload must not open it again over the moves played since.
  page.update(GAME);
  const link = await readLink(hash);
  if (link.kind === "broken") page.session.showMessage(errorMessage(link.message));
  else if (link.kind === "study") await analyse(page, link.study);
  else if (link.kind === "record") await page.session.openText(link.text, text.page.open.linkedGame);
}

/** An activity may turn the boards: the game is turned as before when it is shown again. */
function keepTurn({ session, screen }: AppPage): void {
  const read = () => ({ board: session.game.peek().board, view: session.store.view.peek() });
  let before: ReturnType<typeof read> | null = null;
  effect(() => {
    const active = isActivity(screen.value);
    untracked(() => {
      if (active) return void (before ??= read());
      session.showActivity(null);
      if (before?.board === session.game.peek().board) {
        const { bottom, preset } = before.view;
        session.store.setView({ bottom, preset });
      }
      before = null;
    });
  });
}

function announcedText({ store, message }: Session): ReadonlySignal<string> {
  let last = "";
  return computed(() => {
    const { board, previewing } = store.mode.value;
    if (previewing?.value === true) return last;
    const error = store.error.value;
    const said = [
      error && errorText(error),
      message.value?.text,
      announcement(store.index, board.snapshot.value, board.history.value),
    ];
    return (last = said.filter(Boolean).join(" "));
  });
}
