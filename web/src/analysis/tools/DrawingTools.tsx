// Pencil, colors, and the drawn shapes in words.
import "../../styles/overlay.css";
import { Icon } from "../../ui/icons";
import { NO_SHAPES, SHAPE_COLORS, type DrawingStep } from "../../board/drawing";
import { toolsText } from "../../text/tools";
import type { StudyMode } from "../study/studyMode";
import { ToolsPart } from "./ToolsPart";
import { Button } from "../../ui/Button";

const words = toolsText.drawing;

export function DrawingTools({ source }: { source: StudyMode }) {
  const { drawing } = source.layers;
  const { shapes, id } = source.node.value;
  const pencil = drawing.pencil.value;
  const empty = shapes.marks.length + shapes.arrows.length === 0;
  return (
    <>
      <ToolsPart title={words.title}>
        <div class="drawing-row">
          <button type="button" aria-pressed={pencil} onClick={() => (drawing.pencil.value = !pencil)}>
            <Icon name="pen" />
            <span>{words.pencil}</span>
          </button>
          <div class="drawing-row" role="group" aria-label={words.colors}>
            {SHAPE_COLORS.map((color) => (
              <button
                key={color}
                type="button"
                class="drawing-color"
                data-tone={color}
                aria-label={words.color[color]}
                title={words.color[color]}
                aria-pressed={drawing.color.value === color}
                onClick={() => (drawing.color.value = color)}
              />
            ))}
          </div>
          <Button aria-disabled={empty} label={words.clear} onClick={() => empty || source.setShapes(id, NO_SHAPES)} />
        </div>
        <p class="hint-text">
          {pencil ? words.pencilHint : words.hint} {words.keys}
        </p>
        {!empty && (
          <ul class="visually-hidden" aria-label={words.list}>
            {shapes.marks.map(({ colour, at }) => (
              <li key={at}>{words.mark(colour, at)}</li>
            ))}
            {shapes.arrows.map(({ colour, from, to }) => (
              <li key={`${from} ${to}`}>{words.arrow(colour, from, to)}</li>
            ))}
          </ul>
        )}
      </ToolsPart>
      <p class="visually-hidden" role="status">
        {stepText(drawing.step.value)}
      </p>
    </>
  );
}

function stepText(step: DrawingStep | null): string {
  if (step === null) return "";
  switch (step.kind) {
    case "started":
      return words.started(step.from);
    case "cancelled":
      return words.cancelled;
    default:
      return words[step.kind](step.from, step.to);
  }
}
