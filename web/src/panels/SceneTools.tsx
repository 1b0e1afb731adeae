// The 3D view's own tools: pulling boards apart, looking at one level, through the glass, at threats; keeping a view, taking a picture.
import type { SceneHandle } from "../state/sceneContract";
import type { Store } from "../state/store";
import type { ViewOptions } from "../state/view";

const LEVELS: readonly { focus: ViewOptions["focus"]; label: string; name: string }[] = [
  { focus: null, label: "All", name: "all levels" },
  { focus: "W", label: "W", name: "White's level" },
  { focus: "N", label: "N", name: "the neutral level" },
  { focus: "B", label: "B", name: "Black's level" },
];

const THREATS: readonly { threats: ViewOptions["threats"]; label: string }[] = [
  { threats: null, label: "None" },
  { threats: "white", label: "White" },
  { threats: "black", label: "Black" },
];

const BOARD_THEMES = [
  { theme: "glass", label: "Ice" },
  { theme: "amber", label: "Amber" },
] as const;

const PIECE_THEMES = [
  { theme: "classic", label: "Ivory" },
  { theme: "metal", label: "Metal" },
] as const;

export function SceneTools({ store, scene }: { store: Store; scene: () => SceneHandle | undefined }) {
  const view = store.view.value;
  const keepView = (): void => {
    const mine = scene()?.currentView();
    if (mine) store.setView({ myView: mine, preset: "mine" });
  };
  return (
    <details class="scene-tools">
      <summary aria-label="Tools of the 3D view">Look</summary>
      <div class="scene-tools-card">
        <Choices
          legend="Level"
          options={LEVELS.map(({ focus, label, name }) => ({ value: focus, label, name }))}
          chosen={view.focus}
          choose={(focus) => store.setView({ focus })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={view.exploded}
            onChange={(event) => store.setView({ exploded: event.currentTarget.checked })}
          />
          Pull the boards apart
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={view.labels}
            onChange={(event) => store.setView({ labels: event.currentTarget.checked })}
          />
          Names on every square
        </label>
        <label class="slider">
          See through the glass
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={view.seeThrough}
            onInput={(event) => store.setView({ seeThrough: Number(event.currentTarget.value) })}
          />
        </label>
        <Choices
          legend="Squares attacked by"
          options={THREATS.map(({ threats, label }) => ({ value: threats, label, name: label }))}
          chosen={view.threats}
          choose={(threats) => store.setView({ threats })}
        />
        <Choices
          legend="Boards"
          options={BOARD_THEMES.map(({ theme, label }) => ({ value: theme, label, name: label }))}
          chosen={view.boardTheme}
          choose={(boardTheme) => store.setView({ boardTheme })}
        />
        <Choices
          legend="Pieces"
          options={PIECE_THEMES.map(({ theme, label }) => ({ value: theme, label, name: label }))}
          chosen={view.pieceTheme}
          choose={(pieceTheme) => store.setView({ pieceTheme })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={view.sound}
            onChange={(event) => store.setView({ sound: event.currentTarget.checked })}
          />
          Sound
        </label>
        <div class="scene-tools-actions">
          <button type="button" onClick={keepView}>
            Keep this view as mine
          </button>
          <button type="button" onClick={() => void savePicture(scene())}>
            Save a picture
          </button>
        </div>
      </div>
    </details>
  );
}

interface ChoicesProps<Value> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly name: string }[];
  readonly chosen: Value | string;
  readonly choose: (value: Value) => void;
}

function Choices<Value extends string | null>({ legend, options, chosen, choose }: ChoicesProps<Value>) {
  return (
    <div class="scene-tools-row">
      <span>{legend}</span>
      <div class="segmented" role="group" aria-label={legend}>
        {options.map(({ value, label, name }) => (
          <button
            key={label}
            type="button"
            aria-label={name}
            aria-pressed={chosen === value}
            onClick={() => choose(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

async function savePicture(scene: SceneHandle | undefined): Promise<void> {
  if (!scene) return;
  const address = URL.createObjectURL(await scene.snapshotPng());
  const link = document.createElement("a");
  link.href = address;
  link.download = "tri-d.png";
  link.click();
  URL.revokeObjectURL(address);
}
