// Castling rights, the marks of pawns, and the counters.
import { editorText } from "../text/editor";
import type { SetupMark } from "../wire/editor";
import type { EditorMode } from "./editorMode";

const MARKS: readonly SetupMark[] = ["castling", "pending", "doubleStepped", "spent", "carried"];

export function Rights({ source }: { source: EditorMode }) {
  const { marks, halfmoves, moveNumber } = source.view.value;
  const groups = MARKS.map((mark) => ({ mark, of: marks.filter((each) => each.mark === mark) }));
  return (
    <details class="editor-rights">
      <summary>{editorText.rights}</summary>
      {marks.length === 0 && <p class="hint-text">{editorText.noMarks}</p>}
      {groups.map(
        ({ mark, of }) =>
          of.length > 0 && (
            <fieldset key={mark}>
              <legend>{editorText.marks[mark]}</legend>
              {of.map(({ square, on }) => (
                <label key={square} class="check">
                  <input
                    type="checkbox"
                    checked={on}
                    onChange={(event) => source.setMark(square, mark, event.currentTarget.checked)}
                  />
                  {square}
                </label>
              ))}
            </fieldset>
          ),
      )}
      <label class="field editor-counter">
        <span>{editorText.halfmoves}</span>
        <input
          type="number"
          min={0}
          max={9999}
          value={halfmoves}
          onInput={(event) => changed(event, (value) => source.setCounters(value, moveNumber))}
        />
      </label>
      <label class="field editor-counter">
        <span>{editorText.moveNumber}</span>
        <input
          type="number"
          min={1}
          max={9999}
          value={moveNumber}
          onInput={(event) => changed(event, (value) => source.setCounters(halfmoves, value))}
        />
      </label>
    </details>
  );
}

/** Takes whole numbers; an empty field or one in the middle of typing changes nothing. */
function changed({ currentTarget }: { currentTarget: HTMLInputElement }, set: (value: number) => void): void {
  if (Number.isSafeInteger(currentTarget.valueAsNumber)) set(currentTarget.valueAsNumber);
}
