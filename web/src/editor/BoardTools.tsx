// The selected board, the side to move, the rule book, and changes to the whole position.
import { SegmentedRow, type Segment } from "../ui/Segmented";
import { RULE_BOOKS } from "../core/ruleBooks";
import { text } from "../text";
import { editorText } from "../text/editor";
import type { RuleBook } from "../wire/world";
import type { EditorMode } from "./editorMode";
import { SIDES } from "./Palette";
import { Button } from "../ui/Button";

const BOOKS: readonly Segment<RuleBook>[] = RULE_BOOKS.map((value) => ({
  value,
  label: text.game.ruleBook[value],
}));

export function BoardTools({ source }: { source: EditorMode }) {
  const { snapshot } = source.view.value;
  return (
    <>
      <SelectedBoard source={source} />
      <SegmentedRow
        label={editorText.turn}
        segments={SIDES}
        value={snapshot.turn}
        choose={(color) => source.setTurn(color)}
      />
      <SegmentedRow
        label={editorText.rules}
        segments={BOOKS}
        value={snapshot.rules}
        choose={(rules) => source.setRules(rules)}
      />
      <div class="editor-actions">
        <Button label={editorText.start} onClick={() => source.start()} />
        <Button label={editorText.clear} onClick={() => source.clear()} />
        <Button label={editorText.mirror} onClick={() => source.mirror()} />
      </div>
    </>
  );
}

function SelectedBoard({ source }: { source: EditorMode }) {
  const selected = source.editing.selection.value;
  const board = source.view.value.snapshot.boards.find(({ pin }) => selected?.kind === "board" && selected.pin === pin);
  if (!board) return null;
  const { pin, owner } = board;
  return (
    <section class="editor-selected" aria-label={editorText.selectedBoard(pin)}>
      <p>
        <b>{editorText.selectedBoard(pin)}</b> {editorText.boardHint}
      </p>
      <SegmentedRow
        label={editorText.owner}
        segments={SIDES}
        value={owner}
        choose={(color) => source.placeBoard(pin, color)}
      />
      <div class="editor-actions">
        <Button label={editorText.rotate} onClick={() => source.turnBoard(pin)} />
        <Button class="danger" label={editorText.remove} onClick={() => source.removeBoard(pin)} />
      </div>
    </section>
  );
}
