// Offers a new version of the page, without getting in the way of a game.
import { text } from "../text";
import type { AppPage } from "./page";
import { Button, IconButton } from "../ui/Button";

export function VersionBar({ page: { newVersion } }: { page: AppPage }) {
  const apply = newVersion.value;
  if (apply === null) return null;
  return (
    <div class="version-bar" role="status">
      <span>{text.page.newVersion}</span>
      <Button label={text.page.reload} onClick={apply} />
      <IconButton
        icon="close"
        label={text.page.later}
        title={text.page.later}
        onClick={() => (newVersion.value = null)}
      />
    </div>
  );
}
