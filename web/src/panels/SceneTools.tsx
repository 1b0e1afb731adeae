// The tools of the 3D view: exploded boards, focused level, glass, threats, themes, the saved view and pictures.
import { useSignal, type ReadonlySignal } from "@preact/signals";
import type { SceneHandle } from "../state/sceneContract";
import type { Store } from "../state/store";
import type { ViewOptions } from "../state/view";
import { download } from "./download";
import { Choices, Switch, type Option } from "./ViewSwitches";

const LEVELS: readonly Option<ViewOptions["focus"]>[] = [
  { value: null, label: "All", name: "all levels" },
  { value: "W", label: "W", name: "White's level" },
  { value: "N", label: "N", name: "the neutral level" },
  { value: "B", label: "B", name: "Black's level" },
];

const THREATS: readonly Option<ViewOptions["threats"]>[] = [
  { value: null, label: "None" },
  { value: "white", label: "White" },
  { value: "black", label: "Black" },
];

const BOARD_THEMES: readonly Option<string>[] = [
  { value: "glass", label: "Ice" },
  { value: "amber", label: "Amber" },
];

const PIECE_THEMES: readonly Option<string>[] = [
  { value: "classic", label: "Ivory" },
  { value: "metal", label: "Metal" },
];

export function SceneTools({ store, scene }: { store: Store; scene: ReadonlySignal<SceneHandle | null> }) {
  const keepView = (): void => {
    const mine = scene.peek()?.currentView();
    if (mine) store.setView({ myView: mine, preset: "mine" });
  };
  return (
    <details class="scene-tools">
      <summary aria-label="Look: tools of the 3D view">Look</summary>
      <div class="scene-tools-card">
        <Choices store={store} legend="Level" option="focus" values={LEVELS} />
        <Switch store={store} option="exploded" />
        <Switch store={store} option="labels" />
        <label class="slider">
          See through the glass
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={store.view.value.seeThrough}
            onInput={(event) => store.setView({ seeThrough: Number(event.currentTarget.value) })}
          />
        </label>
        <Choices store={store} legend="Squares attacked by" option="threats" values={THREATS} />
        <Choices store={store} legend="Boards" option="boardTheme" values={BOARD_THEMES} />
        <Choices store={store} legend="Pieces" option="pieceTheme" values={PIECE_THEMES} />
        <Switch store={store} option="sound" />
        <div class="scene-tools-actions">
          <button type="button" onClick={keepView}>
            Keep this view as mine
          </button>
          <PictureButton scene={scene} />
        </div>
      </div>
    </details>
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
        {state.value === "drawing" ? "Drawing…" : "Save a picture"}
      </button>
      {state.value === "failed" && <p role="alert">This browser gave no picture; take a screenshot instead.</p>}
    </>
  );
}
