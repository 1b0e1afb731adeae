// What a press does after a piece was dragged in the map.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startDrag } from "../../src/map/drag";
import type { Store } from "../../src/state/store";

const clicked = vi.fn();

beforeEach(() => {
  // Browsers may hold timers back while a finger is down.
  vi.useFakeTimers();
  document.body.innerHTML = '<button data-square="b1W"></button><button data-square="c1W"></button>';
  const [from, to] = document.querySelectorAll("button");
  if (!from || !to) throw new Error("no squares");
  to.addEventListener("click", clicked);
  clicked.mockClear();
  document.elementFromPoint = () => to;
  const pickSquare = vi.fn();
  const store = {
    selection: { value: { kind: "piece", square: "b1W" } },
    pieceAt: { value: new Map([["b1W", { color: "white" }]]) },
    snapshot: { value: { turn: "white", boards: [] } },
    mayMove: { value: true },
    hover: vi.fn(),
    deselect: vi.fn(),
    pickSquare,
  } as unknown as Store;
  from.addEventListener("pointerdown", (event) => startDrag(event, store));
  from.dispatchEvent(pointer("pointerdown", 0));
  window.dispatchEvent(pointer("pointermove", 50));
  window.dispatchEvent(pointer("pointerup", 50));
  expect(pickSquare).toHaveBeenCalledWith("c1W");
});

afterEach(() => {
  vi.useRealTimers();
  // Ends what a test left behind.
  window.dispatchEvent(pointer("pointerdown", 0));
});

function pointer(type: string, x: number): PointerEvent {
  return new PointerEvent(type, { button: 0, isPrimary: true, clientX: x, clientY: 0, bubbles: true });
}

function target(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[data-square="c1W"]');
  if (!found) throw new Error("no square");
  return found;
}

test("the click that ends a drag is suppressed", () => {
  target().click();
  expect(clicked).not.toHaveBeenCalled();
});

test("a tap right after a drag is a click", () => {
  target().dispatchEvent(pointer("pointerdown", 50));
  target().dispatchEvent(pointer("pointerup", 50));
  target().click();
  expect(clicked).toHaveBeenCalledOnce();
});

test("a key right after a drag presses a button", () => {
  target().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  target().click();
  expect(clicked).toHaveBeenCalledOnce();
});
