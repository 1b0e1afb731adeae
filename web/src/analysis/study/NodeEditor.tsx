// The comment and the glyphs of the current node.
import { analysisText } from "../../text/analysis";
import { GLYPH_SYMBOLS, MOVE_GLYPHS, POSITION_GLYPHS, REMARK_GLYPHS, type Glyph } from "../glyphs";
import { NodeMenu, type NodeMenuProps } from "./NodeMenu";
import { ROOT } from "./studyTree";
import { Button } from "../../ui/Button";

const words = analysisText.node;

export function NodeEditor(props: NodeMenuProps) {
  const { source } = props.study;
  const node = source.node.value;
  const isRoot = node.id === ROOT;
  const field = `${node.id}`;
  return (
    <section class="node-editor" aria-label={words.label}>
      <div class="node-editor-head">
        {!isRoot && <Glyphs {...props} glyphs={MOVE_GLYPHS} label={words.moveGlyphs} />}
        <NodeMenu {...props} />
      </div>
      <textarea
        key={field}
        id="study-comment"
        rows={2}
        aria-label={isRoot ? words.commentStart : words.comment(node.played?.text ?? "")}
        placeholder={words.commentPlaceholder}
        defaultValue={node.comment}
        onInput={(event) => source.setComment(node.id, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      {!isRoot && (
        <details class="node-assessments">
          <summary>{words.assessments}</summary>
          <Glyphs {...props} glyphs={POSITION_GLYPHS} label={words.positionGlyphs} />
          <Glyphs {...props} glyphs={REMARK_GLYPHS} label={words.remarkGlyphs} />
        </details>
      )}
    </section>
  );
}

function Glyphs({ study, glyphs, label }: NodeMenuProps & { glyphs: readonly Glyph[]; label: string }) {
  const { source } = study;
  const { id, nags } = source.node.value;
  return (
    <div class="node-glyphs" role="group" aria-label={label}>
      {glyphs.map((glyph) => (
        <Button
          key={glyph}
          class={`small glyph-button glyph-${glyph}`}
          aria-pressed={nags.includes(glyph)}
          aria-label={words.glyphs[glyph]}
          title={words.glyphs[glyph]}
          label={GLYPH_SYMBOLS[glyph]}
          onClick={() => source.toggleGlyph(id, glyph)}
        />
      ))}
    </div>
  );
}
