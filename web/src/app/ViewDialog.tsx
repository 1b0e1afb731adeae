// View options: theme, the family of the set, square names, sound, shortcuts; debug mode where the address has switched it on.
import { THEMES } from "../board/view";
import { dialogText } from "../text/dialogs";
import type { Store } from "../board/store";
import { playSound } from "../sound";
import { optionText } from "../text/viewOptions";
import { FamilyPicker } from "./FamilyPicker";
import type { AppPage } from "./page";
import { Switch } from "./ViewSwitches";
import { Dialog } from "../ui/Dialog";

export function ViewDialog({ page, close }: { page: AppPage; close: () => void }) {
  const { store } = page.session;
  const view = store.view.value;
  return (
    <Dialog title={dialogText.view.title} close={close}>
      <fieldset class="chips">
        <legend>{optionText.theme}</legend>
        {THEMES.map((theme) => (
          <label key={theme} class="chip">
            <input type="radio" name="theme" checked={view.theme === theme} onChange={() => store.setView({ theme })} />
            <span>{optionText.themes[theme]}</span>
          </label>
        ))}
      </fieldset>
      <FamilyPicker store={store} />
      <Switch store={store} option="labels" />
      <Volume store={store} />
      <Switch store={store} option="shortcuts" />
      {view.debug && <Switch store={store} option="debug" />}
    </Dialog>
  );
}

/** Sounds, from off to loud. Each change is heard. */
function Volume({ store }: { store: Store }) {
  const { volume } = store.view.value;
  return (
    <label class="check volume">
      <span>{optionText.volume}</span>
      <input
        type="range"
        min="0"
        max="100"
        step="5"
        value={volume * 100}
        aria-valuetext={optionText.volumeValue(volume)}
        onChange={(event) => {
          store.setView({ volume: Number(event.currentTarget.value) / 100 });
          playSound(store, "move");
        }}
      />
      <output>{optionText.volumeValue(volume)}</output>
    </label>
  );
}
