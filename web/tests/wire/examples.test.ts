// The example files that `trid` writes have the types that the page reads.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layoutMap, type Arrangement } from "../../src/board/map/layout";
import type { Reason } from "../../src/wire/game";
import type { Snapshot } from "../../src/wire/snapshot";
import type { World } from "../../src/wire/world";
import { typeErrors, type Example } from "./typeErrors";

const FOLDER = join(import.meta.dirname, "../../../docs/examples");

/** The types of the files whose names start with a text. */
const TYPES = [
  { start: "world", file: "world", type: "World" },
  { start: "snapshot", file: "snapshot", type: "Snapshot" },
  { start: "saved", file: "game", type: "SavedGame" },
] as const;

function read(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8");
}

function named(start: string): string[] {
  return readdirSync(FOLDER).filter((name) => name.startsWith(start) && name.endsWith(".json"));
}

function applied(name: string): { readonly reasons: readonly Reason[]; readonly diff: unknown } {
  return JSON.parse(read(name)) as ReturnType<typeof applied>;
}

describe("examples have the generated types", () => {
  const examples: (Example & { readonly name: string })[] = [
    ...TYPES.flatMap(({ start, file, type }) => named(start).map((name) => ({ name, file, type, json: read(name) }))),
    ...named("apply").flatMap((name) => [
      { name: `${name}: reasons`, file: "game", type: "Reason[]", json: JSON.stringify(applied(name).reasons) },
      { name: `${name}: diff`, file: "snapshot", type: "MoveEffects", json: JSON.stringify(applied(name).diff) },
    ]),
  ];
  const errors = typeErrors(examples);

  test.each(examples.map(({ name }, index) => ({ name, index })))("$name", ({ index }) => {
    expect(errors[index]).toEqual([]);
  });

  test.each(TYPES)("at least one file starts with $start", ({ start }) => {
    expect(named(start)).not.toEqual([]);
  });
});

describe("the type check", () => {
  type Json = Record<string, unknown>;
  const damaged: readonly [string, (broken: Json) => unknown][] = [
    ["an additional key", (broken) => (broken.more = 1)],
    ["a missing key", (broken) => delete broken.key],
    ["an unknown status", (broken) => (broken.status = "lost")],
    ["a piece without a color", (broken) => delete (broken.pieces as Json[])[0]?.color],
  ];
  const errors = typeErrors(
    damaged.map(([, damage]) => {
      const broken = JSON.parse(read("snapshot.json")) as Json;
      damage(broken);
      return { file: "snapshot", type: "Snapshot", json: JSON.stringify(broken) };
    }),
  );
  test.each(damaged.map(([name], index) => ({ name, index })))("finds $name", ({ index }) => {
    expect(errors[index]).toHaveLength(1);
  });
});

describe("names", () => {
  const SQUARE = /^[zabcde][0-9](?:[QK]L[1-6]|[WNB])$/;
  const COLUMN = /^[zabcde][0-9]$/;
  const PIN = /^[QK]L[1-6]$/;
  const INSTANCE = /^(?:[QK]L[1-6]:(?:0|180)|[WNB])$/;

  function check(pattern: RegExp, names: readonly (string | null | undefined)[]): void {
    for (const name of names) if (typeof name === "string") expect(name).toMatch(pattern);
  }

  test("of the World", () => {
    const { boards, squares, pins, columns, graphs } = JSON.parse(read("world.json")) as World;
    expect([boards.length, squares.length, pins.length]).toEqual([27, 144, 12]);
    check(INSTANCE, [...boards.map(({ id }) => id), ...squares.map(({ board }) => board)]);
    check(
      /^[zabcde][0-9](?:[QK]L[1-6]:(?:0|180)|[WNB])$/,
      squares.map(({ id }) => id),
    );
    check(SQUARE, [...squares.map(({ square }) => square), ...Object.values(columns).flat()]);
    check(COLUMN, [...squares.map(({ column }) => column), ...Object.keys(columns)]);
    check(
      PIN,
      pins.map(({ id }) => id),
    );
    for (const { footprint } of pins) {
      expect(footprint).toHaveLength(4);
      check(COLUMN, footprint);
    }
    expect(Object.keys(graphs)).toEqual(["meder", "revised"]);
    for (const graph of Object.values(graphs)) check(PIN, [...Object.keys(graph), ...Object.values(graph).flat()]);
  });

  test.each(named("snapshot"))("of %s", (name) => {
    const snapshot = JSON.parse(read(name)) as Snapshot;
    const { boards, pieces, moves } = snapshot;
    expect(boards).toHaveLength(4);
    check(/^\S+( \S+){8}$/, [snapshot.tfen]);
    check(/^[0-9a-f]{16}$/, [snapshot.key]);
    check(/^\S+$/, [snapshot.last, ...moves.map(({ move }) => move)]);
    check(
      /^\S+( e\.p\.)?[+#]?$/,
      moves.map(({ text }) => text),
    );
    check(
      INSTANCE,
      boards.map(({ instance }) => instance),
    );
    check(PIN, [...boards.map(({ pin }) => pin), ...moves.flatMap(({ board }) => [board?.from, board?.to])]);
    check(SQUARE, [snapshot.check, snapshot.pending, ...pieces.map(({ square }) => square)]);
    check(
      SQUARE,
      moves.flatMap(({ from, to, captures, forces }) => [from, to, captures, forces]),
    );
    check(
      SQUARE,
      moves.flatMap(({ board }) => [board?.rider?.from, board?.rider?.to]),
    );
  });

  test("of the reasons", () => {
    const { reasons } = applied("apply-refused.json");
    expect(reasons).not.toEqual([]);
    for (const { message, squares, pins } of reasons) {
      check(/^[^A-Z].*[^.]$/s, [message]);
      check(SQUARE, squares);
      check(PIN, pins);
    }
  });
});

const ARRANGEMENTS: readonly Arrangement[] = ["row", "stack", "compact"];

describe("the map laid out from the World", () => {
  const real = JSON.parse(read("world.json")) as World;

  test.each(ARRANGEMENTS)("every square has a place of its own: %s", (arrangement) => {
    for (const bottom of ["white", "black"] as const) {
      const { groups } = layoutMap(real, bottom, arrangement);
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
      layoutMap(real, bottom, "row")
        .groups.flatMap((group) => [...group.squares, ...group.pins.flatMap((each) => each.squares)])
        .find((each) => each.square === square)?.row;
    expect(rowOf("white", "a4W")).toBe(rowOf("white", "a4N"));
    expect(rowOf("white", "a4W")).toBe(rowOf("white", "a4QL5"));
    expect(rowOf("white", "z0QL1")).toBe(19);
    expect(rowOf("black", "z0QL1")).toBe(1);
  });

  test("forward is up from board to board too, for both sides", () => {
    const levels = (bottom: "white" | "black", arrangement: Arrangement): string =>
      layoutMap(real, bottom, arrangement)
        .groups.map((group) => group.level)
        .join("");
    expect(levels("white", "row")).toBe("WNB");
    expect(levels("black", "row")).toBe("BNW");
    for (const arrangement of ["stack", "compact"] as const) {
      expect(levels("white", arrangement)).toBe("BNW");
      expect(levels("black", arrangement)).toBe("WNB");
    }
  });

  test("a compact stack saves a row on each level and lets two boards share the strip between them", () => {
    for (const bottom of ["white", "black"] as const) {
      const level = layoutMap(real, bottom, "compact").groups.find((group) => group.level === "B");
      expect(level?.rows).toBe(10);
      const pin = (name: string) => level?.pins.find((each) => each.pin === name);
      const [low, high] = [pin("QL5"), pin("QL6")];
      expect(low?.opposite).toBe("QL6");
      expect(high?.handle).toEqual(low?.handle);
      expect(high?.sharedHandle?.row).toBe(low?.sharedHandle?.row);
      expect(high?.sharedHandle?.column).not.toBe(low?.sharedHandle?.column);
    }
  });

  test.each(ARRANGEMENTS)("a board’s handle is beside it and covers no square: %s", (arrangement) => {
    for (const group of layoutMap(real, "white", arrangement).groups) {
      const squares = [...group.squares, ...group.pins.flatMap((each) => each.squares)];
      for (const { handle, area } of group.pins) {
        expect(handle.column).toBe(area.column);
        const covered = squares.filter(
          ({ column, row }) =>
            column >= handle.column &&
            column < handle.column + handle.columns &&
            row + 2 > handle.row &&
            row < handle.row + handle.rows,
        );
        expect(covered).toEqual([]);
      }
    }
  });

  test("files are named along the bottom of each board, ranks along its left", () => {
    const named = layoutMap(real, "white", "row").groups.flatMap((group) => group.squares);
    expect(named.filter((each) => each.file !== null).map((each) => each.square)).toEqual(
      expect.arrayContaining(["a1W", "d1W", "a3N", "a5B"]),
    );
    expect(named.filter((each) => each.rank !== null)).toHaveLength(12);
  });
});
