// The moves, comments and variations of a study. A click goes to a node.
import { Component } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { inWords, MoveInWords } from "../../ui/MoveInWords";
import type { Page } from "../../ui/page";
import { scrollIntoView } from "../../ui/scrollIntoView";
import { Segmented } from "../../ui/Segmented";
import { EMPTY_BOARD } from "../../place/place";
import { RULE_BOOKS } from "../../core/ruleBooks";
import { text } from "../../text";
import { analysisText } from "../../text/analysis";
import type { StudyNode } from "../../wire/study";
import { glyphSymbol } from "../glyphs";
import type { PlayedMove } from "../../wire/game";
import { toggleCollapsed } from "./NodeMenu";
import type { OpenStudy } from "./useStudy";
import { moveNumber, ROOT, type StudyTree } from "./studyTree";
import {
  groupBlocks,
  layoutTree,
  type Aside,
  type BlockGroup,
  type TreeRow,
  type TreeBlock,
  type VariationBlock,
} from "./treeLayout";
import { Button } from "../../ui/Button";

const words = analysisText.tree;

export function MoveTree({ page, study: open }: { page: Page; study: OpenStudy }) {
  const study = open.source;
  const tree = study.tree.value;
  const box = useRef<HTMLDivElement>(null);
  const groups = useGroups(tree, open.collapsed.value);
  useEffect(() => {
    const region = box.current;
    const current = region?.querySelector<HTMLElement>("[aria-current]") ?? null;
    if (!region) return;
    scrollIntoView(region, current);
    // The focus follows the keys.
    if (current && region.contains(document.activeElement)) current.focus({ preventScroll: true });
    // Groups out of view have an estimated height until the browser draws them.
    const frame = requestAnimationFrame(() => scrollIntoView(region, current));
    return () => cancelAnimationFrame(frame);
  }, [tree]);
  return (
    <div class="study-tree" ref={box} role="region" aria-label={words.label}>
      {tree.nodes.size === 1 ? (
        <EmptyTree page={page} study={open} />
      ) : (
        <Button
          class="study-start quiet small"
          tabIndex={tree.current === ROOT ? 0 : -1}
          aria-current={tree.current === ROOT ? "step" : undefined}
          label={words.start}
          onClick={() => study.goTo(ROOT)}
        />
      )}
      {groups.map((group) => (
        <Group key={group.key} group={group} current={currentIn(group, tree.current)} study={open} />
      ))}
      <MoveInWords list={box} />
    </div>
  );
}

/** The layout of the tree. A step to another move does not change it. */
function useGroups({ nodes }: StudyTree, collapsed: ReadonlySet<number>): readonly BlockGroup[] {
  const before = useRef<readonly BlockGroup[]>([]);
  return useMemo(() => {
    const blocks = before.current.flatMap((group) => group.blocks);
    return (before.current = groupBlocks(layoutTree(nodes, collapsed, blocks), before.current));
  }, [nodes, collapsed]);
}

/** A board without moves; a new one can change its rule book. */
function EmptyTree({ page, study: { source, stored } }: { page: Page; study: OpenStudy }) {
  const { rules } = source.board.snapshot.value;
  return (
    <>
      <p class="empty">{words.empty}</p>
      {stored === null && source.edits.value === 0 && (
        <Segmented
          label={words.rules}
          segments={RULE_BOOKS.map((value) => ({ value, label: text.game.ruleBook[value] }))}
          value={rules}
          choose={(book) => page.go({ ...EMPTY_BOARD, rules: book })}
        />
      )}
    </>
  );
}

/** The current node, if it is in this group. */
function currentIn({ blocks }: BlockGroup, current: number): number | null {
  return blocks.some((block) => holds(block, current)) ? current : null;
}

function holds(block: TreeBlock, id: number): boolean {
  if (block.kind === "row") return [...block.white, ...block.black].some((node) => node.id === id);
  return block.variations.some((variation) => variationHolds(variation, id));
}

function variationHolds({ moves }: VariationBlock, id: number): boolean {
  return moves.some(({ node, variations }) => node.id === id || variations.some((each) => variationHolds(each, id)));
}

interface GroupProps {
  readonly group: BlockGroup;
  readonly current: number | null;
  readonly study: OpenStudy;
}

class Group extends Component<GroupProps> {
  /** A long game has many groups, and a step changes one or two of them. */
  override shouldComponentUpdate({ group, current }: GroupProps): boolean {
    return group !== this.props.group || current !== this.props.current;
  }

  override render({ group, current, study }: GroupProps) {
    const view = { current, study };
    return (
      <div class="study-group">
        {group.blocks.map((block) =>
          block.kind === "row" ? (
            <Row key={block.key} row={block} view={view} />
          ) : (
            <AsideBlock key={block.key} aside={block} view={view} />
          ),
        )}
      </div>
    );
  }
}

interface View {
  readonly current: number | null;
  readonly study: OpenStudy;
}

function Row({ row, view }: { row: TreeRow; view: View }) {
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
      {...(played && inWords(played))}
      tabIndex={id === view.current ? 0 : -1}
      aria-current={id === view.current ? "step" : undefined}
      onClick={() => view.study.source.goTo(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        view.study.source.goTo(id);
        view.study.menuOpen.value = true;
      }}
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
      <Remarks node={aside.on} view={view} />
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
  const { start, moves, hidden } = variation;
  return (
    <>
      {start.commentBefore !== "" && <span class="study-comment">{start.commentBefore}</span>}
      {moves.map(({ node, numbered, variations }) => (
        <VariationMoves key={node.id} node={node} numbered={numbered} variations={variations} view={view} />
      ))}
      {hidden > 0 && (
        <Button
          class="study-hidden"
          tabIndex={-1}
          aria-label={words.expand(start.played?.text ?? "", hidden)}
          label={words.hidden(hidden)}
          onClick={() => toggleCollapsed(view.study, start.id)}
        />
      )}
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
  const number = played && numbered ? moveNumber(played) : "";
  return (
    <>
      <Move node={node} view={view} number={number} /> <Remarks node={node} view={view} />
      <Variations variations={variations} view={view} />
    </>
  );
}

/** The comment on a move, and what could not be read beside it. */
function Remarks({ node, view }: { node: StudyNode; view: View }) {
  const { source } = view.study;
  const twin = node.twin === null ? null : source.tree.value.nodes.get(node.twin);
  return (
    <>
      {node.comment !== "" && <span class="study-comment">{node.comment} </span>}
      {node.unread.map((variation) => (
        <span key={variation} class="study-unread">
          {words.unread} <code>{variation}</code>{" "}
        </span>
      ))}
      {twin?.played && (
        <Button
          class="study-twin"
          tabIndex={-1}
          label={words.twin(moveName(twin.played))}
          onClick={() => source.goTo(twin.id)}
        />
      )}
    </>
  );
}

function moveName(played: PlayedMove): string {
  return `${moveNumber(played)} ${played.text}`;
}
