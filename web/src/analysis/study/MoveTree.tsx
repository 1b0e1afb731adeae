// The moves, comments and variations of a study. A click goes to a node.
import { Component } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { analysisText } from "../../text/analysis";
import type { StudyNode } from "../../wire/study";
import { glyphSymbol } from "../glyphs";
import type { StudySource } from "./studySource";
import { ROOT } from "./studyTree";
import { layoutTree, type Aside, type MoveRow, type TreeBlock, type VariationBlock } from "./treeLayout";

const words = analysisText.tree;

export function MoveTree({ study }: { study: StudySource }) {
  const tree = study.tree.value;
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<readonly TreeBlock[]>([]);
  const blocks = (before.current = layoutTree(tree, NOTHING_COLLAPSED, before.current));
  useEffect(() => {
    const current = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (box.current) scrollIntoView(box.current, current ?? null);
  }, [tree]);
  return (
    <div class="study-tree" ref={box} role="region" aria-label={words.label} tabIndex={0}>
      {tree.nodes.size === 1 ? (
        <p class="empty">{words.empty}</p>
      ) : (
        <button
          type="button"
          class="study-start quiet small"
          aria-current={tree.current === ROOT ? "step" : undefined}
          onClick={() => study.goTo(ROOT)}
        >
          {words.start}
        </button>
      )}
      {blocks.map((block) => (
        <Block key={block.key} block={block} current={currentIn(block, tree.current)} study={study} />
      ))}
    </div>
  );
}

const NOTHING_COLLAPSED: ReadonlySet<number> = new Set();

/** Scrolls only if the current move is out of view. */
function scrollIntoView(box: HTMLElement, current: HTMLElement | null): void {
  const frame = box.getBoundingClientRect();
  const place = current?.getBoundingClientRect();
  if (!place) box.scrollTop = 0;
  else if (place.top < frame.top || place.bottom > frame.bottom)
    box.scrollTop += place.top - frame.top - frame.height / 2;
}

/** The current node, if it is in this block. */
function currentIn(block: TreeBlock, current: number): number | null {
  return holds(block, current) ? current : null;
}

function holds(block: TreeBlock, id: number): boolean {
  if (block.kind === "row") return [...block.white, ...block.black].some((node) => node.id === id);
  return block.variations.some((variation) => variationHolds(variation, id));
}

function variationHolds({ moves }: VariationBlock, id: number): boolean {
  return moves.some(({ node, variations }) => node.id === id || variations.some((each) => variationHolds(each, id)));
}

interface BlockProps {
  readonly block: TreeBlock;
  readonly current: number | null;
  readonly study: StudySource;
}

class Block extends Component<BlockProps> {
  /** A long game has hundreds of blocks, and a step changes two of them. */
  override shouldComponentUpdate({ block, current }: BlockProps): boolean {
    return block !== this.props.block || current !== this.props.current;
  }

  override render({ block, current, study }: BlockProps) {
    const view = { current, study };
    return block.kind === "row" ? <Row row={block} view={view} /> : <AsideBlock aside={block} view={view} />;
  }
}

interface View {
  readonly current: number | null;
  readonly study: StudySource;
}

function Row({ row, view }: { row: MoveRow; view: View }) {
  return (
    <div class="study-row">
      <span class="study-number">{row.number}</span>
      <span class="study-cell">{row.continued ? "…" : <Moves nodes={row.white} view={view} />}</span>
      <span class="study-cell">
        <Moves nodes={row.black} view={view} />
      </span>
    </div>
  );
}

function Moves({ nodes, view }: { nodes: readonly StudyNode[]; view: View }) {
  return nodes.map((node) => <Move key={node.id} node={node} view={view} />);
}

function Move({ node, view, number = "" }: { node: StudyNode; view: View; number?: string }) {
  const { played, nags, id } = node;
  return (
    <button
      type="button"
      class="study-move"
      data-node={id}
      aria-current={id === view.current ? "step" : undefined}
      onClick={() => view.study.goTo(id)}
    >
      {number !== "" && <span class="study-inline-number">{number}</span>}
      {played?.text}
      {nags.map((nag) => (
        <span key={nag} class={`glyph glyph-${nag}`}>
          {glyphSymbol(nag)}
        </span>
      ))}
    </button>
  );
}

function AsideBlock({ aside, view }: { aside: Aside; view: View }) {
  return (
    <div class="study-aside">
      <Remarks node={aside.on} />
      <Variations variations={aside.variations} view={view} />
    </div>
  );
}

function Variations({ variations, view }: { variations: readonly VariationBlock[]; view: View }) {
  if (variations.length === 0) return null;
  return (
    <ul class="study-variations">
      {variations.map((variation) => (
        <li key={variation.start.id}>
          <Variation variation={variation} view={view} />
        </li>
      ))}
    </ul>
  );
}

function Variation({ variation, view }: { variation: VariationBlock; view: View }) {
  const { start, moves } = variation;
  return (
    <>
      {start.commentBefore !== "" && <span class="study-comment">{start.commentBefore}</span>}
      {moves.map(({ node, numbered, variations }) => (
        <VariationMoves key={node.id} node={node} numbered={numbered} variations={variations} view={view} />
      ))}
    </>
  );
}

interface VariationMovesProps {
  readonly node: StudyNode;
  readonly numbered: boolean;
  readonly variations: readonly VariationBlock[];
  readonly view: View;
}

function VariationMoves({ node, numbered, variations, view }: VariationMovesProps) {
  const { played } = node;
  const number = played && numbered ? `${played.number}${played.color === "white" ? "." : "…"}` : "";
  return (
    <>
      <Move node={node} view={view} number={number} /> <Remarks node={node} />
      <Variations variations={variations} view={view} />
    </>
  );
}

/** The comment on a move, and what could not be read beside it. */
function Remarks({ node }: { node: StudyNode }) {
  return (
    <>
      {node.comment !== "" && <span class="study-comment">{node.comment} </span>}
      {node.unread.map((variation) => (
        <span key={variation} class="study-unread">
          {words.unread} <code>{variation}</code>{" "}
        </span>
      ))}
    </>
  );
}
