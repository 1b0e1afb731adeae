// QR codes: a known code, sizes and fixed patterns.
import { describe, expect, test } from "vitest";
import { qrCode } from "../../src/state/qr";

function drawn(text: string): string[] {
  return (qrCode(text) ?? []).map((line) => line.map((dark) => (dark ? "#" : ".")).join(""));
}

describe("a QR code", () => {
  test.each([
    ["short", 21],
    ["http://127.0.0.1:8080/g/3vXKq0hTn5cYbL2a", 29],
    [`https://${"x".repeat(96)}`, 41],
  ])("%s has the size of its version", (text, size) => {
    const lines = drawn(text);
    expect(lines).toHaveLength(size);
    expect(lines.every((line) => line.length === size)).toBe(true);
  });

  test("has three finder patterns, timing patterns and the dark module", () => {
    const lines = drawn("http://127.0.0.1:8080/g/3vXKq0hTn5cYbL2a");
    const size = lines.length;
    const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
    for (const [row, column] of [
      [0, 0],
      [0, size - 7],
      [size - 7, 0],
    ] as const) {
      expect(lines.slice(row, row + 7).map((line) => line.slice(column, column + 7))).toEqual(finder);
    }
    expect(lines[6]?.slice(8, size - 8)).toBe("#.".repeat(size).slice(0, size - 16));
    expect(lines[size - 8]?.[8]).toBe("#");
  });

  test("is null for a text that is too long", () => {
    expect(qrCode("x".repeat(107))).toBeNull();
  });
});
