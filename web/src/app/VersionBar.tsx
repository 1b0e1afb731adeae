// Offers a new version of the page, without getting in the way of a game.
import { text } from "../text";
import { Icon } from "../ui/icons";
import type { AppPage } from "./page";

export function VersionBar({ page: { newVersion } }: { page: AppPage }) {
  const apply = newVersion.value;
  if (apply === null) return null;
  return (
    <div class="version-bar" role="status">
      <span>{text.page.newVersion}</span>
      <button type="button" onClick={apply}>
        {text.page.reload}
      </button>
      <button
        type="button"
        class="quiet small"
        aria-label={text.page.later}
        title={text.page.later}
        onClick={() => (newVersion.value = null)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
