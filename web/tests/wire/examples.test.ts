// The example files that the rules write are read here as the page reads them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layoutMap } from "../../src/map/layout";
import type { World } from "../../src/wire/world";
import { reason, snapshot, world } from "./forms";
import { array, type Check } from "./shape";

const FOLDER = join(import.meta.dirname, "../../../docs/examples");
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
}

const FORMS: readonly { starts: string; form: Check }[] = [
  { starts: "world", form: world },
  { starts: "snapshot", form: snapshot },
];

describe.each(FORMS)("$starts", ({ starts, form }) => {
  test.each(names.filter((name) => name.startsWith(starts)))("%s", (name) => form(read(name), name));
});

test("the reasons of a refusal", () => {
  const { reasons } = read("apply-refused.json") as { reasons: unknown };
  array(reason)(reasons, "reasons");
});

test("there is an example of each", () => {
  for (const { starts } of FORMS) expect(names.some((name) => name.startsWith(starts))).toBe(true);
});

describe("the checker itself", () => {
  const start = () => structuredClone(read("snapshot.json")) as Record<string, unknown>;
  test.each<[string, (broken: Record<string, unknown>) => void]>([
    ["a key too many", (broken) => (broken.more = 1)],
    ["a key too few", (broken) => delete broken.key],
    ["an unknown status", (broken) => (broken.status = "lost")],
    ["three boards", (broken) => (broken.boards as unknown[]).pop()],
  ])("refuses %s", (_, damage) => {
    const broken = start();
    damage(broken);
    expect(() => snapshot(broken, "broken")).toThrow(/^broken/);
  });
});

describe("the map laid out from the World", () => {
  const real = read("world.json") as World;

  test.each([false, true])("every square has a place of its own, stacked: %s", (stacked) => {
    for (const bottom of ["white", "black"] as const) {
      const { groups } = layoutMap(real, bottom, stacked);
      expect(groups).toHaveLength(3);
      const places = groups.flatMap((group) =>
        [...group.squares, ...group.pins.flatMap((each) => each.squares)].map(
          ({ column, row }) => `${group.level} ${column} ${row}`,
        ),
      );
      expect(places).toHaveLength(96);
      expect(new Set(places).size).toBe(96);
    }
  });

  test("side by side the ranks align; the other side turns everything round", () => {
    const rowOf = (bottom: "white" | "black", square: string): number | undefined =>
      layoutMap(real, bottom, false)
        .groups.flatMap((group) => [...group.squares, ...group.pins.flatMap((each) => each.squares)])
        .find((each) => each.square === square)?.row;
    expect(rowOf("white", "a4W")).toBe(rowOf("white", "a4N"));
    expect(rowOf("white", "a4W")).toBe(rowOf("white", "a4QL5"));
    expect(rowOf("white", "z0QL1")).toBe(10);
    expect(rowOf("black", "z0QL1")).toBe(1);
  });

  test("White’s board is at the left and, stacked, at the bottom; for Black the other way", () => {
    const levels = (bottom: "white" | "black", stacked: boolean): string =>
      layoutMap(real, bottom, stacked)
        .groups.map((group) => group.level)
        .join("");
    expect(levels("white", false)).toBe("WNB");
    expect(levels("white", true)).toBe("BNW");
    expect(levels("black", false)).toBe("BNW");
    expect(levels("black", true)).toBe("WNB");
  });

  test("a board’s handle lies beside it and over nothing else", () => {
    for (const group of layoutMap(real, "white", true).groups) {
      const squares = [...group.squares, ...group.pins.flatMap((each) => each.squares)];
      for (const { handle } of group.pins) {
        expect(
          squares.some(
            ({ column, row }) => row === handle.row && Math.abs(column - handle.column) < 2 && column >= handle.column,
          ),
        ).toBe(false);
      }
    }
  });

  test("files are named along the bottom of each board, ranks along its left", () => {
    const named = layoutMap(real, "white", false).groups.flatMap((group) => group.squares);
    expect(named.filter((each) => each.file !== null).map((each) => each.square)).toEqual(
      expect.arrayContaining(["a1W", "d1W", "a3N", "a5B"]),
    );
    expect(named.filter((each) => each.rank !== null)).toHaveLength(12);
  });
});
