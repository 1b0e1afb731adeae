// View options: theme, square names, sound, debug mode.
import type { Theme } from "../../state/view";
import type { Page } from "../page";
import { Switch } from "../ViewSwitches";
import { Dialog } from "./Dialog";

const THEMES: readonly { theme: Theme; label: string }[] = [
  { theme: "system", label: "As the system" },
  { theme: "light", label: "Light" },
  { theme: "dark", label: "Dark" },
];

export function ViewDialog({ page, close }: { page: Page; close: () => void }) {
  const { store } = page.session;
  const view = store.view.value;
  return (
    <Dialog title="View" close={close}>
      <fieldset class="chips">
        <legend>Theme</legend>
        {THEMES.map(({ theme, label }) => (
          <label key={theme} class="chip">
            <input type="radio" name="theme" checked={view.theme === theme} onChange={() => store.setView({ theme })} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <Switch store={store} option="labels" />
      <Switch store={store} option="sound" />
      <Switch store={store} option="debug" />
    </Dialog>
  );
}
