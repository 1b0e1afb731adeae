// The tools of the 3D view: exploded boards, focused level, glass, threats, themes, the saved view and pictures.
import { useSignal, type ReadonlySignal } from "@preact/signals";
import type { SceneHandle } from "../board/sceneContract";
import type { Store } from "../board/store";
import type { ViewOptions } from "../board/view";
import { text } from "../text";
import { download } from "../ui/download";
import { Choices, Switch, type Option } from "./ViewSwitches";

const LEVELS: readonly Option<ViewOptions["focus"]>[] = [
  { value: null, label: text.view.levels.all, name: text.view.levelNames.all },
  { value: "W", label: text.view.levels.W, name: text.view.levelNames.W },
  { value: "N", label: text.view.levels.N, name: text.view.levelNames.N },
  { value: "B", label: text.view.levels.B, name: text.view.levelNames.B },
];

const THREATS: readonly Option<ViewOptions["threats"]>[] = [
  { value: null, label: text.view.nobody },
  { value: "white", label: text.game.side.white },
  { value: "black", label: text.game.side.black },
];

const BOARD_THEMES: readonly Option<string>[] = [
  { value: "glass", label: text.view.boardThemes.glass },
  { value: "amber", label: text.view.boardThemes.amber },
];

const PIECE_THEMES: readonly Option<string>[] = [
  { value: "classic", label: text.view.pieceThemes.classic },
  { value: "metal", label: text.view.pieceThemes.metal },
];

export function SceneTools({ store, scene }: { store: Store; scene: ReadonlySignal<SceneHandle | null> }) {
  const keepView = (): void => {
    const mine = scene.peek()?.currentView();
    if (mine) store.setView({ myView: mine, preset: "mine" });
  };
  return (
    <aside class="scene-tools" aria-label={text.view.options}>
      <Choices store={store} legend={text.view.level} option="focus" values={LEVELS} />
      <Switch store={store} option="exploded" />
      <Switch store={store} option="labels" />
      <label class="slider">
        {text.view.seeThrough}
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={store.view.value.seeThrough}
          onInput={(event) => store.setView({ seeThrough: Number(event.currentTarget.value) })}
        />
      </label>
      <Choices store={store} legend={text.view.attackedBy} option="threats" values={THREATS} />
      <Choices store={store} legend={text.view.boards} option="boardTheme" values={BOARD_THEMES} />
      <Choices store={store} legend={text.view.pieces} option="pieceTheme" values={PIECE_THEMES} />
      <div class="scene-tools-actions">
        <button type="button" onClick={keepView}>
          {text.view.saveView}
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
        {state.value === "drawing" ? text.view.drawing : text.view.savePicture}
      </button>
      {state.value === "failed" && <p role="alert">{text.view.pictureFailed}</p>}
    </>
  );
}
