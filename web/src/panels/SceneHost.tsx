// The 3D view's place in the page. It is loaded after the rest of the page; without WebGL the page works with the map.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
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
    /** A hook for the browser tests. The page itself never reads it. */
    tridScene?: SceneHandle;
  }
}

export function SceneHost({ store, gone }: { store: Store; gone: Signal<string | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useSignal<SceneHandle | null>(null);

  useEffect(() => {
    let cancelled = false;
    const lost = (): void => {
      gone.value = "The 3D view was lost: the map alone, which can do everything.";
    };
    import("../scene/index")
      .then(({ mountScene }) => {
        if (cancelled || !canvas.current) return;
        scene.value = window.tridScene = mountScene(canvas.current, store, { lost });
      })
      .catch(() => {
        gone.value = "No WebGL 2 here: the map alone, which can do everything.";
      });
    return () => {
      cancelled = true;
      scene.peek()?.dispose();
      delete window.tridScene;
    };
  }, [store, gone, scene]);

  const ready = scene.value !== null;
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
                scene.peek()?.setPreset(preset);
              }}
            >
              {label}
            </button>
          ),
        )}
      </div>
      <SceneTools store={store} scene={scene} />
    </>
  );
}
