// View options: theme, square names, sound, shortcuts; debug mode where the address has switched it on.
import { THEMES } from "../board/view";
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import type { AppPage } from "./page";
import { Switch } from "./ViewSwitches";
import { Dialog } from "../ui/Dialog";

export function ViewDialog({ page, close }: { page: AppPage; close: () => void }) {
  const { store } = page.session;
  const view = store.view.value;
  return (
    <Dialog title={dialogText.view.title} close={close}>
      <fieldset class="chips">
        <legend>{text.view.theme}</legend>
        {THEMES.map((theme) => (
          <label key={theme} class="chip">
            <input type="radio" name="theme" checked={view.theme === theme} onChange={() => store.setView({ theme })} />
            <span>{text.view.themes[theme]}</span>
          </label>
        ))}
      </fieldset>
      <Switch store={store} option="labels" />
      <Switch store={store} option="sound" />
      <Switch store={store} option="shortcuts" />
      {view.debug && <Switch store={store} option="debug" />}
    </Dialog>
  );
}
