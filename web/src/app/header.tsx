// Connects the header and the home screen of `index.html` with the game: its title, and what can be continued.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { OnlineTurns } from "../online/onlineTurns";
import { isActivity } from "../place/place";
import { text } from "../text";
import type { AppPage } from "./page";

export function mountHeader(page: AppPage, turns: OnlineTurns): void {
  const { session, screen, online } = page;
  const title = document.getElementById("game-title");
  if (title) render(<GameTitle page={page} />, title);
  const continueGame = document.getElementById("continue-game");
  const root = document.documentElement;
  delete root.dataset.waiting;
  let wasGame = root.dataset.screen === "game";
  effect(() => {
    // The learn screen is laid out like a game.
    const shown = screen.value.kind === "home" ? "home" : "game";
    const isGame = shown === "game" && !isActivity(screen.value);
    if (isGame && !wasGame) setTimeout(() => requestAnimationFrame(focusBoard));
    wasGame = isGame;
    root.dataset.screen = shown;
    if (continueGame) continueGame.hidden = session.online.value === null && !session.isUnderWay();
  });
  effect(() => {
    root.dataset.server = String(online.available.value !== false);
  });
  mountTurns(page, turns);
  const skip = document.querySelector<HTMLAnchorElement>(".skip");
  skip?.addEventListener("click", (event) => {
    const square = boardSquare();
    if (!square) return;
    event.preventDefault();
    square.focus();
  });
}

/** Counts the online games that wait for a move, in the header and on the home screen. */
function mountTurns({ screen }: AppPage, turns: OnlineTurns): void {
  const root = document.documentElement;
  const header = document.querySelector<HTMLElement>('.header [data-address="#online"]');
  const home = document.getElementById("online-games");
  const hint = home?.querySelector("small");
  effect(() => {
    const games = turns.games.value;
    const counted = games === null ? "" : text.page.header.onlineTurns(games.length);
    if (turns.player.value === null) delete root.dataset.player;
    else root.dataset.player = "true";
    if (hint) hint.textContent = counted;
    // A single game opens at once.
    if (home) home.dataset.address = games?.length === 1 ? `#online=${games[0] ?? ""}` : "#online";
    if (!header) return;
    if (games === null || games.length === 0) {
      delete header.dataset.count;
      header.removeAttribute("aria-label");
      header.title = text.page.header.online;
    } else {
      header.dataset.count = String(games.length);
      header.title = `${text.page.header.online}: ${counted}`;
      header.setAttribute("aria-label", header.title);
    }
  });
  effect(() => {
    if (screen.value.kind === "home") void turns.refresh();
  });
}

function boardSquare(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.map .square[tabindex="0"]');
}

/** The button that led to the game is hidden with the home screen: the keyboard continues at the board. */
function focusBoard(): void {
  if (document.activeElement === document.body) boardSquare()?.focus({ preventScroll: true });
}

function GameTitle({ page }: { page: AppPage }) {
  if (page.screen.value.kind === "home" || isActivity(page.screen.value)) return null;
  const { info, store } = page.session;
  const { name, saved, opponent } = info.value;
  return (
    <>
      <span>
        {saved ? name : opponent ? text.page.header.computer(opponent.strength) : text.page.header.twoPlayers}
      </span>
      <span class="header-rules">{text.game.ruleBook[store.snapshot.value.rules]}</span>
    </>
  );
}
