// Runs before the first paint, as a classic script: chooses the screen and the theme, and makes the
// buttons of `index.html` work. A click before the app has loaded changes the address, which the app reads when it starts.
import { GAME, HOME, parsePlace, screenOf } from "../place/place";
import { fieldsIn } from "../storage/storage";

{
  const root = document.documentElement;

  /** Whether the game of the last visit goes on; set once there has been a game. */
  const underWay = "trid.underWay";

  /** A stored item; null where the browser denies the storage. */
  const stored = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // A dialog opens over the game under way, or over the home screen.
  const usual = stored(underWay) === "true" ? GAME : HOME;
  const place = location.hash === "" ? usual : parsePlace(location.hash, usual);
  root.dataset.screen = screenOf(place ?? HOME).kind === "home" ? "home" : "game";

  const theme = new URLSearchParams(location.search).get("theme") ?? fieldsIn(stored("trid.view")).theme;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  /** Set when the offer of the first minute was taken or declined, or when the learn screen was opened. */
  const offered = "trid.learn.offered";
  try {
    const keys = [offered, underWay, "trid.learn.last"];
    if (keys.every((key) => localStorage.getItem(key) === null)) root.dataset.offer = "true";
  } catch {
    // Without storage the offer would return at every visit.
  }

  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("#first-minute button")) {
      delete root.dataset.offer;
      localStorage.setItem(offered, "true");
    }
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-address]") : null;
    const address = button?.dataset.address;
    if (address === undefined || address === location.hash) return;
    history.pushState({ pushed: true }, "", address);
    // The app follows the address, or reads it when it starts.
    dispatchEvent(new PopStateEvent("popstate"));
    if (document.getElementById("page")?.dataset.ready === undefined) root.dataset.waiting = "true";
  });
}
