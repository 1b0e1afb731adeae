// The keys that walk and annotate the tree, as on lichess.
import { flipBoards, type Page } from "../../ui/page";
import { analysisText } from "../../text/analysis";
import type { KeyBinding } from "../keys";
import { chosenChild } from "./ForkChooser";
import { deleteFrom } from "./NodeMenu";
import { nodeAt, ROOT, sibling, siblings, variationStart } from "./studyTree";
import type { OpenStudy } from "./useStudy";

const words = analysisText.keys;

export function treeKeys(page: Page, study: OpenStudy): readonly KeyBinding[] {
  const { source, fork } = study;
  const current = () => source.node.peek();
  const goTo = (id: number | null): boolean => {
    if (id !== null) source.goTo(id);
    return true;
  };

  /** Chooses another continuation at a fork; false where there is none. */
  function choose(step: 1 | -1): boolean {
    const { id, children } = current();
    if (children.length < 2) return false;
    const index = fork.peek().node === id ? fork.peek().index : 0;
    fork.value = { node: id, index: Math.min(children.length - 1, Math.max(0, index + step)) };
    return true;
  }

  /** The first other continuation here, or the next variation beside this move. */
  function enterVariation(): number | null {
    const { id, children } = current();
    return children[1] ?? sibling(source.tree.peek(), id, 1);
  }

  /** The move that the current variation replaces. */
  function leaveVariation(): number | null {
    const tree = source.tree.peek();
    const start = variationStart(tree, tree.current);
    return start === null ? null : (siblings(tree, start)[0] ?? null);
  }

  function toBeside(step: 1 | -1): number | null {
    const tree = source.tree.peek();
    const start = variationStart(tree, tree.current) ?? tree.current;
    return sibling(tree, start, step);
  }

  const last = (): number => {
    const tree = source.tree.peek();
    return tree.line.at(-1) ?? ROOT;
  };
  return [
    { keys: ["ArrowLeft", "k"], label: words.back, run: () => goTo(current().parent) },
    { keys: ["ArrowRight", "j"], label: words.forward, run: () => goTo(chosenChild(study)) },
    { keys: ["ArrowUp"], label: words.up, run: () => choose(-1) || goTo(ROOT) },
    { keys: ["ArrowDown"], label: words.down, run: () => choose(1) || goTo(last()) },
    { keys: ["Home", "0"], label: words.start, run: () => goTo(ROOT) },
    { keys: ["End", "$"], label: words.end, run: () => goTo(last()) },
    { keys: ["Shift+ArrowRight"], label: words.enterVariation, run: () => goTo(enterVariation()) },
    { keys: ["Shift+ArrowLeft"], label: words.leaveVariation, run: () => goTo(leaveVariation()) },
    { keys: ["Shift+ArrowDown"], label: words.nextVariation, run: () => goTo(toBeside(1)) },
    { keys: ["Shift+ArrowUp"], label: words.previousVariation, run: () => goTo(toBeside(-1)) },
    ...[1, 2, 3, 4, 5, 6].map((nag): KeyBinding => ({
      keys: [String(nag)],
      label: words.glyph(nag),
      run: () => {
        if (current().id !== ROOT) source.toggleGlyph(current().id, nag);
        return true;
      },
    })),
    { keys: ["c"], label: words.comment, run: focusComment },
    { keys: ["m"], label: words.menu, run: () => (study.menuOpen.value = true) },
    {
      keys: ["Delete"],
      label: words.delete,
      run: () => {
        deleteFrom(page, study, nodeAt(source.tree.peek(), source.tree.peek().current).id);
        return true;
      },
    },
    {
      keys: ["f", "F"],
      label: words.flip,
      run: () => {
        flipBoards(page.session.store);
        return true;
      },
    },
    { keys: ["?"], label: words.list, run: () => (study.keysOpen.value = !study.keysOpen.peek()) || true },
  ];
}

function focusComment(): boolean {
  const field = document.getElementById("study-comment");
  field?.focus();
  return field !== null;
}
