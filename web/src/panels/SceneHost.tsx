// Where the 3D view lives: loaded after the rest of the page, and done without where there is no WebGL.
import type { Signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SceneHandle } from "../state/sceneContract";
import type { Store } from "../state/store";
import type { Preset } from "../state/view";
import { SceneTools } from "./SceneTools";

const PRESETS: readonly { preset: Preset; label: string }[] = [
  { preset: "white", label: "White" },
  { preset: "black", label: "Black" },
  { preset: "top", label: "Top" },
  { preset: "side", label: "Side" },
  { preset: "front", label: "Front" },
  { preset: "mine", label: "Mine" },
];

declare global {
  interface Window {
    /** The 3D view, for tests and for the curious. */
    tridScene?: SceneHandle;
  }
}

export function SceneHost({ store, gone }: { store: Store; gone: Signal<string | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    let handle: SceneHandle | undefined;
    let cancelled = false;
    const lost = (): void => {
      gone.value = "The 3D view was lost: the map alone, which can do everything.";
    };
    import("../scene/index")
      .then(({ mountScene }) => {
        if (cancelled || !canvas.current) return;
        const mounted = mountScene(canvas.current, store, { lost });
        handle = mounted;
        window.tridScene = mounted;
        setReady(true);
      })
      .catch(() => {
        gone.value = "No WebGL 2 here: the map alone, which can do everything.";
      });
    return () => {
      cancelled = true;
      handle?.dispose();
      delete window.tridScene;
    };
  }, [store, gone]);

  return (
    <>
      <canvas
        ref={canvas}
        class="scene-canvas"
        data-ready={ready}
        aria-label="The set in 3D; the map beside it can do the same"
        role="img"
      />
      {!ready && <p class="scene-loading">Setting up the boards…</p>}
      <div class="scene-presets segmented" role="group" aria-label="Camera">
        {PRESETS.filter(({ preset }) => preset !== "mine" || store.view.value.myView !== null).map(
          ({ preset, label }) => (
            <button
              key={preset}
              type="button"
              aria-pressed={store.view.value.preset === preset}
              onClick={() => {
                store.setView({ preset });
                window.tridScene?.setPreset(preset);
              }}
            >
              {label}
            </button>
          ),
        )}
      </div>
      <SceneTools store={store} scene={() => window.tridScene} />
    </>
  );
}
