// Brings the header and the home screen of `index.html` to life: the game's title, and what can be continued.
import { effect, signal, untracked, useSignal, type Signal } from "@preact/signals";
import { hydrate } from "preact";
import { useEffect } from "preact/hooks";
import type { Core } from "../core/core";
import { dailyCard } from "../learn/puzzles/dailyCard";
import type { OnlineTurns } from "../online/onlineTurns";
import { isActivity } from "../place/place";
import { text } from "../text";
import type { AppPage } from "./page";
import { Shell, type DailyNews } from "./Shell";

interface HeaderProps {
  readonly core: Core;
  readonly page: AppPage;
  readonly turns: OnlineTurns;
}

interface LiveProps extends Omit<HeaderProps, "core"> {
  readonly daily: Signal<DailyNews | null>;
}

export function mountHeader({ core, page, turns }: HeaderProps): void {
  const { screen, online } = page;
  const root = document.documentElement;
  const shell = document.getElementById("shell");
  const daily = signal<DailyNews | null>(null);
  if (shell) hydrate(<LiveShell page={page} turns={turns} daily={daily} />, shell);
  delete root.dataset.waiting;
  let wasGame = root.dataset.screen === "game";
  effect(() => {
    // It changes when the server has answered for the first time.
    if (screen.value.kind === "home" && online.available.value === true) untracked(() => void turns.refreshLobby());
  });
  effect(() => {
    const { kind } = screen.value;
    const isGame = kind !== "home" && !isActivity(screen.value);
    if (isGame && !wasGame) setTimeout(() => requestAnimationFrame(focusBoard));
    wasGame = isGame;
    // The learn screen is laid out like a game.
    root.dataset.screen = kind === "home" ? "home" : "game";
    if (kind !== "home") return;
    void turns.refresh();
    dailyCard(core)
      .then((news) => (daily.value = news))
      .catch(() => undefined);
  });
  effect(() => {
    root.dataset.server = String(online.available.value !== false);
  });
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    const square = boardSquare();
    if (!square) return;
    event.preventDefault();
    square.focus();
  });
}

function LiveShell({ page: { session, screen }, turns, daily }: LiveProps) {
  // The first render is that of the build.
  const live = useSignal(false);
  useEffect(() => {
    live.value = true;
  }, []);
  if (!live.value) return <Shell title={null} canContinue={false} />;
  const isGame = screen.value.kind !== "home" && !isActivity(screen.value);
  return (
    <Shell
      title={isGame && <GameTitle session={session} />}
      canContinue={session.isUnderWay()}
      turns={turns.waiting.value}
      running={turns.running.value ?? []}
      lobby={turns.lobby.value}
      daily={screen.value.kind === "home" ? daily.value : null}
    />
  );
}

function boardSquare(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.map .square[tabindex="0"]');
}

/** The button that led to the game is hidden with the home screen: the keyboard continues at the board. */
function focusBoard(): void {
  if (document.activeElement === document.body) boardSquare()?.focus({ preventScroll: true });
}

function GameTitle({ session: { info, store } }: Pick<AppPage, "session">) {
  const { name, opponent } = info.value;
  return (
    <>
      <span>{opponent ? text.page.header.computer(opponent.strength) : name}</span>
      <span class="header-rules">{text.game.ruleBook[store.snapshot.value.rules]}</span>
    </>
  );
}
