// The layers over a study's boards: what is drawn at the node, the engine's arrows, and answers to questions.
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Overlay } from "../../board/overlay";
import { DrawingTool, drawnShapes } from "../../board/drawing";
import type { Shapes } from "../../wire/study";

export type EngineShapes = Pick<Overlay, "rings" | "arrows">;

export interface Layers {
  readonly drawing: DrawingTool;
  /** What the engine found, the best line last. */
  readonly engine: Signal<EngineShapes>;
  /** What helps to understand the position. */
  readonly answers: Signal<Overlay>;
  /** All of them; drawn shapes are on top. */
  readonly overlay: ReadonlySignal<Overlay>;
}

export const NO_ENGINE_SHAPES: EngineShapes = { rings: [], arrows: [] };
export const NO_ANSWERS: Overlay = { fills: [], rings: [], arrows: [] };

export function createLayers(shapes: ReadonlySignal<Shapes>, draw: (shapes: Shapes) => void): Layers {
  const drawing = new DrawingTool(shapes, draw);
  const engine = signal(NO_ENGINE_SHAPES);
  const answers = signal(NO_ANSWERS);
  const overlay = computed<Overlay>(() => {
    const drawn = drawnShapes(shapes.value, drawing.draft.value);
    const { fills, rings, arrows } = answers.value;
    return {
      fills,
      rings: [...engine.value.rings, ...rings, ...drawn.rings],
      arrows: [...engine.value.arrows, ...arrows, ...drawn.arrows],
    };
  });
  return { drawing, engine, answers, overlay };
}
