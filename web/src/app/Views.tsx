// The map and the 3D view, the switch between them, and the open choice.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { MapView } from "../board/map/MapView";
import type { SceneHandle } from "../board/sceneContract";
import type { Store } from "../board/store";
import type { Layout } from "../board/view";
import { text } from "../text";
import { BarStatus } from "./BarStatus";
import type { PressedView } from "./ChoiceCard";
import { Icon } from "../ui/icons";
import { lazyPart } from "../ui/LazyPart";
import { isActivity } from "../place/place";
import { flipBoards } from "../ui/page";
import type { AppPage } from "./page";
import { SceneHost } from "./SceneHost";
import { Button } from "../ui/Button";

// Not when a choice opens, which may be without a network, but with the first boards.
const LazyChoiceCard = lazyPart(async () => (await import("./ChoiceCard")).ChoiceCard, null);
const LazyDebugPanel = lazyPart(async () => (await import("./DebugPanel")).DebugPanel, null);

const LAYOUTS: readonly { layout: Layout; label: string }[] = [
  { layout: "both", label: text.view.both },
  { layout: "scene", label: text.view.scene },
  { layout: "map", label: text.view.map },
];

export function Views({ page }: { page: AppPage }) {
  const { store } = page.session;
  const sceneGone = useSignal<string | null>(null);
  const scene = useSignal<SceneHandle | null>(null);
  const pressed = useRef<PressedView>("map");
  const { layout, debug } = store.view.value;
  const home = page.screen.value.kind === "home";
  const shown = home ? "scene" : sceneGone.value === null ? layout : "map";
  return (
    <section
      class={`views views-${shown}`}
      aria-label={text.view.label}
      // Until an activity has put its position on the boards, they show a game that must not change.
      inert={isActivity(page.screen.value) && page.session.activity.value === null}
    >
      <div class="views-bar">
        <div class="segmented" role="group" aria-label={text.view.layouts}>
          {LAYOUTS.map((each) => (
            <Button
              key={each.layout}
              aria-pressed={shown === each.layout}
              disabled={sceneGone.value !== null && each.layout !== "map"}
              label={each.label}
              onClick={() => store.setView({ layout: each.layout })}
            />
          ))}
        </div>
        {sceneGone.value !== null && <p class="views-note">{sceneGone}</p>}
        <BarStatus page={page} />
        {shown === "map" && <HoveredSquare store={store} />}
        <button type="button" class="quiet" onClick={() => flipBoards(store)} title={text.view.flipTitle}>
          <Icon name="flip" />
          <span>{text.view.flip}</span>
        </button>
      </div>
      {shown !== "map" && sceneGone.value === null && (
        <div class="view-scene" onPointerDown={() => (pressed.current = "scene")}>
          <SceneHost page={page} gone={sceneGone} scene={scene} />
        </div>
      )}
      {shown !== "scene" && (
        <div class="view-map" onPointerDown={() => (pressed.current = "map")}>
          <MapView store={store} />
        </div>
      )}
      {!home && <LazyChoiceCard page={page} store={store} scene={scene} pressed={pressed} />}
      {debug && !home && <LazyDebugPanel page={page} />}
    </section>
  );
}

/** The square under the pointer in words, as the 3D view shows it. The squares have names for screen readers. */
function HoveredSquare({ store }: { store: Store }) {
  const hovered = store.hovered.value;
  const parts = hovered === null ? undefined : store.index.squares.get(hovered);
  return (
    <p class="bar-square" aria-hidden="true">
      {parts && text.scene.squareInWords(parts.column, parts.level)}
    </p>
  );
}
