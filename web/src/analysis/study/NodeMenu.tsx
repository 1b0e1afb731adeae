// What can be done with the current node: order of variations, copying, deleting.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { copyText } from "../../ui/copyText";
import type { Page } from "../../ui/page";
import { analysisText } from "../../text/analysis";
import { copyNodeLink } from "../share";
import { countFrom, isMainLine, nodeAt, ROOT, variationStart, type StudyTree } from "./studyTree";
import type { OpenStudy } from "./useStudy";
import { Button } from "../../ui/Button";

const words = analysisText.node;

interface MenuItem {
  readonly label: string;
  readonly danger?: boolean;
  readonly act: () => void;
}

export interface NodeMenuProps {
  readonly page: Page;
  readonly study: OpenStudy;
}

/** Deletes a node and what follows, after a question if that is more than a move. */
export function deleteFrom(page: Page, { source }: OpenStudy, id: number): void {
  const tree = source.tree.peek();
  if (id === ROOT) return;
  const count = countFrom(tree, id);
  if (count === 1) return source.remove(id);
  page.ask({
    kind: "confirm",
    title: words.askDelete,
    text: words.askDeleteText(nodeAt(tree, id).played?.text ?? "", count),
    buttons: [
      { label: words.delete, tone: "danger", act: () => source.remove(id) },
      { label: words.keep, act: () => undefined },
    ],
  });
}

function itemsOf({ page, study }: NodeMenuProps, tree: StudyTree): readonly MenuItem[] {
  const { source, collapsed } = study;
  const id = tree.current;
  const start = variationStart(tree, id);
  const items: MenuItem[] = [];
  if (start !== null) {
    items.push({ label: words.promote, act: () => source.promote(id) });
    if (!isMainLine(tree, id)) items.push({ label: words.makeMain, act: () => source.makeMainLine(id) });
    const isCollapsed = collapsed.value.has(start);
    items.push({ label: isCollapsed ? words.expand : words.collapse, act: () => toggleCollapsed(study, start) });
  }
  if (id !== ROOT) items.push({ label: words.copyLine, act: () => void copyText(source.lineText(id)) });
  items.push({ label: words.copyLink, act: () => void copyNodeLink(page, study) });
  if (id !== ROOT) items.push({ label: words.deleteFrom, danger: true, act: () => deleteFrom(page, study, id) });
  return items;
}

/** Hides or shows the moves of a variation. A current node that would be hidden becomes its first move. */
export function toggleCollapsed({ source, collapsed }: OpenStudy, start: number): void {
  const next = new Set(collapsed.peek());
  if (!next.delete(start)) {
    next.add(start);
    const tree = source.tree.peek();
    for (let node = nodeAt(tree, tree.current); node.parent !== null; node = nodeAt(tree, node.parent)) {
      if (node.id === start) source.goTo(start);
    }
  }
  collapsed.value = next;
}

/** A button that opens the menu of the current node. */
export function NodeMenu(props: NodeMenuProps) {
  const tree = props.study.source.tree.value;
  const open = props.study.menuOpen;
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const active = useSignal(0);
  const close = (): void => {
    open.value = false;
    button.current?.focus();
  };
  // At once, so that a key that follows reaches the item.
  const focusItem = (at: number): void => {
    active.value = at;
    box.current?.querySelectorAll<HTMLElement>("[role=menuitem]")[at]?.focus();
  };
  useEffect(() => {
    if (!open.value) return;
    focusItem(0);
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) open.value = false;
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open.value]);
  const items = open.value ? itemsOf(props, tree) : [];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) focusItem((active.value + step + items.length) % items.length);
    else if (event.key === "Home") focusItem(0);
    else if (event.key === "End") focusItem(items.length - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Tab") open.value = false;
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="node-menu" ref={box}>
      <button
        type="button"
        class="small"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        {words.menu}
      </button>
      {open.value && (
        <div class="node-menu-items" role="menu" aria-label={words.menuLabel} onKeyDown={onKeyDown}>
          {items.map(({ label, danger = false, act }, at) => (
            <Button
              key={label}
              role="menuitem"
              class={danger ? "danger" : ""}
              tabIndex={at === active.value ? 0 : -1}
              label={label}
              onClick={() => {
                close();
                act();
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}
