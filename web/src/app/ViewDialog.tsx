// View options: theme, square names, sound, shortcuts; debug mode where the address has switched it on.
import { THEMES } from "../board/view";
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import type { Store } from "../board/store";
import { playSound } from "../sound";
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
      <span>{text.view.volume}</span>
      <input
        type="range"
        min="0"
        max="100"
        step="5"
        value={volume * 100}
        aria-valuetext={text.view.volumeValue(volume)}
        onChange={(event) => {
          store.setView({ volume: Number(event.currentTarget.value) / 100 });
          playSound(store, "move");
        }}
      />
      <output>{text.view.volumeValue(volume)}</output>
    </label>
  );
}
