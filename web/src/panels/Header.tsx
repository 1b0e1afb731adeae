// The bar at the top: the current game, and buttons that open the dialogs.
import { text } from "../text";
import { Icon, type IconName } from "./icons";
import type { DialogName, Page } from "./page";

const ACTIONS: readonly { name: DialogName; icon: IconName; label: string }[] = [
  { name: "new", icon: "plus", label: text.page.header.newGame },
  { name: "online", icon: "people", label: text.page.header.online },
  { name: "games", icon: "games", label: text.page.header.games },
  { name: "share", icon: "share", label: text.page.header.share },
  { name: "import", icon: "import", label: text.page.header.open },
  { name: "view", icon: "view", label: text.page.header.view },
  { name: "help", icon: "help", label: text.page.header.help },
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
          {saved ? name : opponent ? text.page.header.computer(opponent.strength) : text.page.header.twoPlayers}
        </span>
        <span class="header-rules">{text.game.ruleBook[store.snapshot.value.rules]}</span>
      </p>
      <nav class="header-actions" aria-label={text.page.header.label}>
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
