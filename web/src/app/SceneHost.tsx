// The 3D view's place in the page. It is loaded after the rest of the page; without WebGL the page works with the map.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { SceneHandle } from "../board/sceneContract";
import type { Store } from "../board/store";
import { PRESETS, STOREYS } from "../board/view";
import { text } from "../text";
import { Button } from "../ui/Button";
import { lazyPart } from "../ui/LazyPart";
import type { AppPage } from "./page";

const LazySceneTools = lazyPart(async () => (await import("./SceneTools")).SceneTools, null);

declare global {
  interface Window {
    /** A hook for the browser tests. The page itself never reads it. */
    tridScene?: SceneHandle;
  }
}

interface SceneHostProps {
  readonly page: AppPage;
  /** Why there is no 3D view, once that is known. */
  readonly gone: Signal<string | null>;
  /** Set while the scene is mounted. */
  readonly scene: Signal<SceneHandle | null>;
}

export function SceneHost({ page, gone, scene }: SceneHostProps) {
  const { store } = page.session;
  // The options close with it.
  const screen = page.screen.value.kind;
  const canvas = useRef<HTMLCanvasElement>(null);
  const tools = useSignal(false);
  const showroom = useSignal(screen === "home");
  useEffect(() => {
    tools.value = false;
    showroom.value = screen === "home";
  }, [screen, tools, showroom]);

  useEffect(() => {
    let cancelled = false;
    const lost = (): void => {
      gone.value = text.view.sceneLost;
    };
    import("../board/scene/index")
      .then(({ mountScene }) => {
        if (cancelled || !canvas.current) return;
        scene.value = window.tridScene = mountScene(canvas.current, store, showroom, { lost });
      })
      .catch(() => {
        gone.value = text.view.sceneUnsupported;
      });
    return () => {
      cancelled = true;
      scene.peek()?.dispose();
      scene.value = null;
      delete window.tridScene;
    };
  }, [store, gone, scene, showroom]);

  const ready = scene.value !== null;
  return (
    <div class="scene-layout">
      <div class="scene-stage">
        <canvas ref={canvas} class="scene-canvas" data-ready={ready} aria-label={text.view.sceneLabel} role="img" />
        {!ready && <p class="scene-loading">{text.view.sceneLoading}</p>}
        <div class="scene-presets segmented" role="group" aria-label={text.view.camera}>
          {PRESETS.filter((preset) => preset !== "mine" || store.view.value.myView !== null).map((preset) => (
            <Button
              key={preset}
              aria-pressed={store.view.value.preset === preset}
              label={text.view.cameras[preset]}
              onClick={() => {
                store.setView({ preset });
                scene.peek()?.setPreset(preset);
              }}
            />
          ))}
        </div>
        <Slicer store={store} />
        <Button
          class="scene-options"
          aria-expanded={tools.value}
          label={text.view.options}
          onClick={() => (tools.value = !tools.value)}
        />
      </div>
      {tools.value && <LazySceneTools page={page} scene={scene} />}
    </div>
  );
}

/** A slider that shows one storey of the set, with all boards at its upper end. It follows the wheel; Escape shows all. */
function Slicer({ store }: { store: Store }) {
  const { slice } = store.view.value;
  const active = slice !== null;
  useEffect(() => {
    if (!active) return;
    const restore = (event: KeyboardEvent): void => {
      if (event.key === "Escape") store.setView({ slice: null });
    };
    document.addEventListener("keydown", restore);
    return () => document.removeEventListener("keydown", restore);
  }, [active, store]);
  const show = (storey: number): void => store.setView({ slice: storey < STOREYS ? Math.max(0, storey) : null });
  return (
    <input
      type="range"
      class="scene-slicer"
      min="0"
      max={STOREYS}
      step="1"
      value={slice ?? STOREYS}
      aria-label={text.view.slicer}
      aria-valuetext={text.view.storey(slice)}
      title={text.view.slicer}
      onInput={(event) => show(Number(event.currentTarget.value))}
      onWheel={(event) => {
        event.preventDefault();
        show((slice ?? STOREYS) - Math.sign(event.deltaY));
      }}
    />
  );
}
