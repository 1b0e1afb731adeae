// Connects the header and the home screen of `index.html` with the game: its title, and what can be continued.
import { effect } from "@preact/signals";
import { render } from "preact";
import { text } from "../text";
import type { Page } from "./page";

export function mountHeader(page: Page): void {
  const { session, screen, online } = page;
  const title = document.getElementById("game-title");
  if (title) render(<GameTitle page={page} />, title);
  const continueGame = document.getElementById("continue-game");
  const root = document.documentElement;
  delete root.dataset.waiting;
  let before = root.dataset.screen;
  effect(() => {
    const shown = screen.value;
    if (shown === "game" && before !== "game") setTimeout(() => requestAnimationFrame(focusBoard));
    before = shown;
    // The learn screen is laid out like a game.
    root.dataset.screen = shown === "home" ? "home" : "game";
    if (continueGame) continueGame.hidden = session.online.value === null && !session.isUnderWay();
  });
  effect(() => {
    root.dataset.server = String(online.available.value !== false);
  });
  const skip = document.querySelector<HTMLAnchorElement>(".skip");
  skip?.addEventListener("click", (event) => {
    const square = boardSquare();
    if (!square) return;
    event.preventDefault();
    square.focus();
  });
}

function boardSquare(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.map .square[tabindex="0"]');
}

/** The button that led to the game is hidden with the home screen: the keyboard continues at the board. */
function focusBoard(): void {
  if (document.activeElement === document.body) boardSquare()?.focus({ preventScroll: true });
}

function GameTitle({ page }: { page: Page }) {
  if (page.screen.value !== "game") return null;
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
