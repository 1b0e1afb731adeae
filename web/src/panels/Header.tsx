// The bar at the top: the current game, and buttons that open the dialogs.
import { RULE_BOOK } from "../state/text";
import { text } from "../text";
import { Icon, type IconName } from "./icons";
import type { DialogName, Page } from "./page";

const ACTIONS: readonly { name: DialogName; icon: IconName; label: string }[] = [
  { name: "new", icon: "plus", label: "New game" },
  { name: "online", icon: "people", label: "Online" },
  { name: "games", icon: "games", label: "My games" },
  { name: "share", icon: "share", label: "Share" },
  { name: "import", icon: "import", label: "Open" },
  { name: "view", icon: "view", label: "View" },
  { name: "help", icon: "help", label: "Help" },
];

export function Header({ page }: { page: Page }) {
  const { info, store } = page.session;
  const { name, saved, opponent } = info.value;
  return (
    <header class="header">
      <h1 class="brand">
        <svg class="brand-mark" viewBox="0 0 48 48" aria-hidden="true">
          <path d="M6 34l18-7 18 7-18 7z" />
          <path d="M6 24l18-7 18 7-18 7z" />
          <path d="M6 14l18-7 18 7-18 7z" />
        </svg>
        {text.page.name}
      </h1>
      <p class="header-game">
        <span>
          {saved ? name : opponent ? `Against the computer, level ${opponent.strength}` : "Two at one screen"}
        </span>
        <span class="header-rules">{RULE_BOOK[store.snapshot.value.rules]}</span>
      </p>
      <nav class="header-actions" aria-label="Games and settings">
        {ACTIONS.filter((action) => action.name !== "online" || page.online.available.value === true).map(
          ({ name: dialog, icon, label }) => (
            <button key={dialog} type="button" class="quiet" onClick={() => (page.dialog.value = dialog)}>
              <Icon name={icon} />
              <span>{label}</span>
            </button>
          ),
        )}
      </nav>
    </header>
  );
}
