// Drawing: shapes appear, vanish when drawn again and change color; pointer, pencil and keys.
import { signal } from "@preact/signals-core";
import { beforeEach, describe, expect, test } from "vitest";
import { colorOf, DrawingTool, drawnShapes, NO_SHAPES, toggleShape } from "../../src/board/drawing";
import type { Shapes } from "../../src/wire/study";

const mark = { colour: "green", from: "b4N", to: "b4N" } as const;
const arrow = { colour: "green", from: "b2W", to: "QL1" } as const;

describe("a shape", () => {
  test("is drawn, and vanishes when it is drawn again", () => {
    const drawn = toggleShape(toggleShape(NO_SHAPES, mark), arrow);
    expect(drawn).toEqual({
      marks: [{ colour: "green", at: "b4N" }],
      arrows: [{ colour: "green", from: "b2W", to: "QL1" }],
    });
    expect(toggleShape(toggleShape(drawn, mark), arrow)).toEqual(NO_SHAPES);
  });

  test("changes its colour when it is drawn in another one", () => {
    const drawn = toggleShape(toggleShape(NO_SHAPES, mark), { ...mark, colour: "red" });
    expect(drawn.marks).toEqual([{ colour: "red", at: "b4N" }]);
    const arrows = toggleShape(toggleShape(NO_SHAPES, arrow), { ...arrow, colour: "blue" }).arrows;
    expect(arrows).toEqual([{ colour: "blue", from: "b2W", to: "QL1" }]);
  });

  test("leaves an arrow in the other direction alone", () => {
    const drawn = toggleShape(toggleShape(NO_SHAPES, arrow), { ...arrow, from: "QL1", to: "b2W" });
    expect(drawn.arrows).toHaveLength(2);
  });
});

test.each([
  [false, false, "green"],
  [true, false, "red"],
  [false, true, "blue"],
  [true, true, "yellow"],
] as const)("Shift %s and Alt %s draw %s", (shiftKey, altKey, expected) => {
  expect(colorOf({ shiftKey, altKey }, "green")).toBe(expected);
});

test("the shape that is being drawn is shown with the others", () => {
  const shapes = toggleShape(NO_SHAPES, mark);
  expect(drawnShapes(shapes, arrow)).toEqual({
    rings: [{ at: "b4N", tone: "green" }],
    arrows: [{ from: "b2W", to: "QL1", tone: "green" }],
  });
});

describe("drawing", () => {
  const shapes = signal<Shapes>(NO_SHAPES);
  const places: Readonly<Record<number, string>> = { 1: "b2W", 2: "b4N" };
  let drawing: DrawingTool;

  beforeEach(() => {
    shapes.value = NO_SHAPES;
    drawing = new DrawingTool(shapes, (next) => (shapes.value = next));
  });

  function event(type: string, x: number, rest: PointerEventInit = {}): PointerEvent {
    return new PointerEvent(type, { isPrimary: true, pointerId: 1, clientX: x, button: 2, ...rest });
  }

  const press = (down: PointerEvent): boolean => drawing.press(down, (x) => places[x] ?? null);

  test("with the right button draws an arrow, which is shown while it is drawn", () => {
    expect(press(event("pointerdown", 1))).toBe(true);
    window.dispatchEvent(event("pointermove", 2));
    expect(drawing.draft.value).toEqual({ colour: "green", from: "b2W", to: "b4N" });
    window.dispatchEvent(event("pointerup", 2));
    expect(drawing.draft.value).toBeNull();
    expect(shapes.value.arrows).toEqual([{ colour: "green", from: "b2W", to: "b4N" }]);
  });

  test("with the right button marks a square, in the colour of the modifier keys", () => {
    press(event("pointerdown", 1, { shiftKey: true }));
    window.dispatchEvent(event("pointerup", 1));
    expect(shapes.value.marks).toEqual([{ colour: "red", at: "b2W" }]);
  });

  test("starts only on a square or pin, and with the left button only with the pencil", () => {
    expect(press(event("pointerdown", 7))).toBe(false);
    expect(press(event("pointerdown", 1, { button: 0 }))).toBe(false);
    drawing.pencil.value = true;
    expect(press(event("pointerdown", 1, { button: 0 }))).toBe(true);
  });

  test("ends without a shape outside the boards, and when the pointer is cancelled", () => {
    press(event("pointerdown", 1));
    window.dispatchEvent(event("pointerup", 7));
    press(event("pointerdown", 1));
    window.dispatchEvent(event("pointercancel", 1));
    window.dispatchEvent(event("pointerup", 2));
    expect(shapes.value).toEqual(NO_SHAPES);
    expect(drawing.draft.value).toBeNull();
  });

  test("ignores other pointers", () => {
    press(event("pointerdown", 1));
    window.dispatchEvent(event("pointerup", 2, { pointerId: 9 }));
    expect(shapes.value).toEqual(NO_SHAPES);
    window.dispatchEvent(event("pointerup", 2));
    expect(shapes.value.arrows).toHaveLength(1);
  });

  test("with the pencil marks a picked square", () => {
    expect(drawing.pick("b4N")).toBe(false);
    drawing.pencil.value = true;
    drawing.color.value = "blue";
    expect(drawing.pick("b4N")).toBe(true);
    expect(shapes.value.marks).toEqual([{ colour: "blue", at: "b4N" }]);
  });

  test("with the keyboard draws an arrow from one square to another, or is cancelled", () => {
    const key = (name: string, place: string) => drawing.key(new KeyboardEvent("keydown", { key: name }), place);
    expect(key("Escape", "b2W")).toBe(false);
    expect(key("d", "b2W")).toBe(true);
    expect(drawing.step.value).toEqual({ kind: "started", from: "b2W" });
    expect(key("Escape", "b2W")).toBe(true);
    expect(shapes.value).toEqual(NO_SHAPES);
    key("d", "b2W");
    key("d", "b4N");
    expect(shapes.value.arrows).toEqual([{ colour: "green", from: "b2W", to: "b4N" }]);
    key("d", "b2W");
    key("d", "b4N");
    expect(drawing.step.value).toEqual({ kind: "erased", from: "b2W", to: "b4N" });
    expect(key("x", "b4N")).toBe(false);
  });
});
