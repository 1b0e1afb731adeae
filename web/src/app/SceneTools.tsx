// The tools of the 3D view: exploded boards, focused level, glass, threats, the family of the set, the saved view and pictures.
import { useSignal, type ReadonlySignal } from "@preact/signals";
import "../styles/sceneTools.css";
import type { SceneHandle } from "../board/sceneContract";
import type { ViewOptions } from "../board/view";
import { text } from "../text";
import { optionText } from "../text/viewOptions";
import { download } from "../ui/download";
import { FamilyPicker } from "./FamilyPicker";
import type { AppPage } from "./page";
import { canTilt, switchTilt, tiltIsOn } from "./tilt";
import { Choices, Switch, type Option } from "./ViewSwitches";

const LEVELS: readonly Option<ViewOptions["focus"]>[] = [
  { value: null, label: optionText.levels.all, name: optionText.levelNames.all },
  { value: "W", label: optionText.levels.W, name: optionText.levelNames.W },
  { value: "N", label: optionText.levels.N, name: optionText.levelNames.N },
  { value: "B", label: optionText.levels.B, name: optionText.levelNames.B },
];

const THREATS: readonly Option<ViewOptions["threats"]>[] = [
  { value: null, label: optionText.nobody },
  { value: "white", label: text.game.side.white },
  { value: "black", label: text.game.side.black },
];

interface SceneToolsProps {
  readonly page: AppPage;
  readonly scene: ReadonlySignal<SceneHandle | null>;
}

export function SceneTools({ page, scene }: SceneToolsProps) {
  const { store } = page.session;
  const keepView = (): void => {
    const mine = scene.peek()?.currentView();
    if (mine) store.setView({ myView: mine, preset: "mine" });
  };
  return (
    <aside class="scene-tools" aria-label={text.view.options}>
      <FamilyPicker store={store} />
      <Choices store={store} legend={optionText.level} option="focus" values={LEVELS} />
      <Switch store={store} option="exploded" />
      <Switch store={store} option="labels" />
      {canTilt() && (
        <label class="check">
          <input type="checkbox" checked={tiltIsOn.value} onChange={() => void switchTilt(scene)} />
          {optionText.tilt}
        </label>
      )}
      <label class="slider">
        {optionText.seeThrough}
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={store.view.value.seeThrough}
          onInput={(event) => store.setView({ seeThrough: Number(event.currentTarget.value) })}
        />
      </label>
      <Choices store={store} legend={optionText.attackedBy} option="threats" values={THREATS} />
      <div class="scene-tools-actions">
        <button type="button" onClick={keepView}>
          {optionText.saveView}
        </button>
        <PictureButton scene={scene} />
      </div>
    </aside>
  );
}

/** With software rendering a picture takes a few seconds. */
function PictureButton({ scene }: { scene: ReadonlySignal<SceneHandle | null> }) {
  const state = useSignal<"ready" | "drawing" | "failed">("ready");
  const save = async (): Promise<void> => {
    state.value = "drawing";
    try {
      const picture = await scene.peek()?.snapshotPng();
      if (picture) download("tri-d.png", picture);
      state.value = "ready";
    } catch {
      state.value = "failed";
    }
  };
  return (
    <>
      <button type="button" disabled={state.value === "drawing"} onClick={() => void save()}>
        {state.value === "drawing" ? optionText.drawing : optionText.savePicture}
      </button>
      {state.value === "failed" && <p role="alert">{optionText.pictureFailed}</p>}
    </>
  );
}
