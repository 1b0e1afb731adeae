// Dragging in the map: what may be picked up, where it may be dropped, and the click after a drag.
import { signal } from "@preact/signals-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startDrag } from "../../../src/board/map/drag";
import type { Mode } from "../../../src/board/mode";
import { Store } from "../../../src/board/store";
import type { Color, Snapshot } from "../../../src/wire/snapshot";
import { aMove, aPiece, aSnapshot, aMode, type FakeMode } from "../../fakes";
import { realRules } from "../../core/realCore";

const { world } = realRules();
const pieces = [aPiece("b1W", "white", "bishop"), aPiece("b8B", "black", "bishop")];
const moves = [aMove("b1Wc2W")];
const answers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let source: FakeMode;
let store: Store;

function open(rest: Partial<Snapshot> = {}, seats?: readonly Color[]): void {
  source = aMode(aSnapshot({ pieces, moves, ...rest }), { ...(seats && { seats }), reach: ["c2W"] });
  store = new Store(world, signal<Mode>(source));
  document.body.innerHTML = ["b1W", "c2W", "b8B", "z0QL1"]
    .map((square) => `<button data-square="${square}"></button>`)
    .concat(["QL1", "QL2"].map((pin) => `<button data-pin="${pin}"></button>`))
    .join("");
  for (const each of document.querySelectorAll("button")) {
    each.addEventListener("pointerdown", (event) => startDrag(event, store));
  }
}

function item(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-square="${name}"], [data-pin="${name}"]`);
  if (!found) throw new Error(`no item ${name}`);
  return found;
}

function pointer(type: string, x: number): PointerEvent {
  return new PointerEvent(type, { button: 0, isPrimary: true, clientX: x, clientY: 0, bubbles: true });
}

/** Presses one item and moves the pointer over another. */
function press(from: string, to: string): void {
  item(from).dispatchEvent(pointer("pointerdown", 0));
  document.elementFromPoint = () => item(to);
  window.dispatchEvent(pointer("pointermove", 50));
}

function release(): void {
  window.dispatchEvent(pointer("pointerup", 50));
}

async function drag(from: string, to: string): Promise<void> {
  press(from, to);
  await answers();
  release();
  await answers();
}

afterEach(() => {
  // Ends the suppression of clicks.
  window.dispatchEvent(pointer("pointerdown", 0));
});

describe("a piece", () => {
  test("is played where it is dropped", async () => {
    open();
    await drag("b1W", "c2W");
    expect(source.played).toEqual(["b1Wc2W"]);
  });

  test("of the other side stays where it is", async () => {
    open();
    await drag("b8B", "c2W");
    expect([source.played, store.selection.value]).toEqual([[], null]);
  });

  test("is premoved while the opponent is to move", async () => {
    open({ turn: "black", moves: [] }, ["white"]);
    await drag("b1W", "c2W");
    expect(store.premove.value).toEqual({ from: "b1W", to: "c2W" });
    source.show(aSnapshot({ pieces, moves }));
    expect(source.played).toEqual(["b1Wc2W"]);
  });

  test("of the opponent is not premoved", async () => {
    open({ turn: "black", moves: [] }, ["white"]);
    await drag("b8B", "c2W");
    expect([store.premove.value, store.selection.value]).toEqual([null, null]);
  });
});

describe("a board", () => {
  beforeEach(() => open());

  test("is explained by the pin it is dropped on", async () => {
    await drag("QL1", "QL2");
    expect(source.explained).toEqual(["QL1-QL2"]);
  });

  test("dropped on a main board is let go", async () => {
    await drag("QL1", "c2W");
    expect(source.explained).toEqual([]);
    expect([store.selection.value, store.error.value]).toEqual([null, null]);
  });

  test("dropped on a square of an attack board goes to its pin", async () => {
    store.pickBoard("KL1", true);
    document.body.insertAdjacentHTML("beforeend", '<button data-pin="KL1"></button>');
    const handle = item("KL1");
    handle.addEventListener("pointerdown", (event) => startDrag(event, store));
    source.show(aSnapshot({ boards: aSnapshot().boards.map((each) => ({ ...each, movable: false })) }));
    await drag("KL1", "z0QL1");
    expect(source.explained).toEqual(["KL1-QL1"]);
  });
});

describe("after a drag", () => {
  const clicked = vi.fn();

  beforeEach(() => {
    // Browsers may delay timers while a finger is down.
    vi.useFakeTimers();
    open();
    clicked.mockClear();
    item("c2W").addEventListener("click", clicked);
    press("b1W", "c2W");
    release();
    expect(source.played).toEqual(["b1Wc2W"]);
  });

  afterEach(() => vi.useRealTimers());

  test("the click that ends it is suppressed", () => {
    item("c2W").click();
    expect(clicked).not.toHaveBeenCalled();
  });

  test("a tap is a click", () => {
    item("c2W").dispatchEvent(pointer("pointerdown", 50));
    item("c2W").dispatchEvent(pointer("pointerup", 50));
    item("c2W").click();
    expect(clicked).toHaveBeenCalledOnce();
  });

  test("a key presses a button", () => {
    item("c2W").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    item("c2W").click();
    expect(clicked).toHaveBeenCalledOnce();
  });
});
