// The guide as the build reads it from Markdown.
import { describe, expect, test } from "vitest";
import { repositoryGuide } from "../../build/guide";
import { headingId, readGuide } from "../../build/guideReader";
import type { Block, Guide } from "../../src/learn/guide/document";
import { findDiagram, resolveTarget } from "../../src/learn/guide/places";
import { dialogs } from "../../src/text/english/dialogs";
import REASONS from "../fixtures/reasons.json";

const SIZE = { width: 20, height: 10 };
const POSITIONS = { rook: { rules: "revised" as const, tfen: "a tfen", select: "b2W" } };

function read(markdown: string): Guide {
  return readGuide([{ name: "rules.md", markdown }], {
    positions: POSITIONS,
    image: (name) => `/${name}.svg`,
    size: () => SIZE,
  });
}

function blocks(markdown: string): readonly Block[] {
  return read(`# Title\n\n${markdown}`).pages[0]?.sections[0]?.blocks ?? [];
}

test("headings become sections with the addresses that GitHub gives them", () => {
  const guide = read("# How to play\n\nText.\n\n## What is forward?\n\n### One's `own`");
  expect(guide.pages[0]?.sections.map(({ id, level, title }) => [id, level, title])).toEqual([
    ["how-to-play", 1, "How to play"],
    ["what-is-forward", 2, "What is forward?"],
    ["ones-own", 3, "One’s `own`"],
  ]);
  expect(headingId("The two rule books side by side")).toBe("the-two-rule-books-side-by-side");
});

describe("a line is about one rule book", () => {
  test("when a list item starts with its name", () => {
    const [list] = blocks("- **Revised:** it stops.\n- **Meder:** it goes on.\n- Both.");
    expect(list?.kind === "list" && list.items.map(({ book }) => book)).toEqual(["revised", "meder", null]);
  });

  test("when a paragraph starts with its name", () => {
    const [first, second] = blocks("**Revised: turning.** A board\nturns.\n\nIn revised it turns.");
    expect(first).toMatchObject({ kind: "paragraph", book: "revised" });
    expect(second).toMatchObject({ kind: "paragraph", book: null, content: ["In revised it turns."] });
  });

  test("when the head of a column names it alone", () => {
    const [table] = blocks("| | revised | meder: by rank | revised and meder |\n|---|---|---|---|\n| a | b | c | d |");
    expect(table?.kind === "table" && table.columns.map(({ book }) => book)).toEqual([null, "revised", "meder", null]);
  });
});

test("a picture of a known position can be played on", () => {
  const [diagram, other] = blocks("![A rook on b2W](diagrams/rook.svg)\n\n![The pins](diagrams/pins.svg)");
  expect(diagram).toMatchObject({
    kind: "diagram",
    diagram: { name: "rook", description: "A rook on b2W", image: "/rook.svg", size: SIZE, position: POSITIONS.rook },
  });
  expect(other).toMatchObject({ kind: "diagram", diagram: { position: null } });
});

test("links lead to sections, and paragraphs that link out of the guide are left out", () => {
  const markdown = "See [castling](#castling) and [the start](rules.md).\n\n[Notation](notation.md) has every form.";
  const found = blocks(markdown);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    content: ["See ", { kind: "link", section: "castling" }, " and ", { kind: "link", section: "title" }, "."],
  });
  expect(() => blocks("- [Notation](notation.md)")).toThrow("only a paragraph");
});

test("a comment names the reasons that the next block explains", () => {
  const guide = read("# A\n\nFirst.\n\n<!-- reasons E_GAP E_LEAP -->\n<!-- check\nlegal O-O\n-->\n\nSecond.\n\nThird.");
  expect(guide.reasons).toEqual({ E_GAP: "a-2", E_LEAP: "a-2" });
});

test("two sections with one name are rejected", () => {
  expect(() => read("# A\n\n## B\n\n## B")).toThrow("same name");
});

describe("the guide of the repository", () => {
  const guide = repositoryGuide((name) => name);

  test("has a paragraph for every reason of an illegal move", () => {
    const codes = new Set(REASONS.map(({ code }) => code));
    expect(codes.size).toBeGreaterThan(30);
    for (const code of codes) expect(resolveTarget(guide, code), code).not.toBeNull();
    expect(resolveTarget(guide, "E_UNKNOWN")).toBeNull();
  });

  test("marks the differences of the rule books", () => {
    const all = guide.pages.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
    const books = all.flatMap((block) =>
      block.kind === "list"
        ? block.items
        : block.kind === "table"
          ? block.columns
          : block.kind === "paragraph"
            ? [block]
            : [],
    );
    expect(books.filter(({ book }) => book === "revised").length).toBeGreaterThan(10);
    expect(books.filter(({ book }) => book === "meder").length).toBeGreaterThan(10);
  });

  test("finds a diagram by its address, and the block to return to", () => {
    const found = findDiagram(guide, "play/castling-short");
    expect(found?.diagram.position).toMatchObject({
      rules: "revised",
      tfen: expect.stringContaining("KL1w:2/RK") as string,
    });
    expect(resolveTarget(guide, found?.block ?? null)).toBe(found?.block);
    expect(findDiagram(guide, "play/pins-meder")).toBeNull();
    expect(findDiagram(guide, "play/nothing")).toBeNull();
    expect(findDiagram(guide, "castling")).toBeNull();
  });

  test("has the sections that Help links to", () => {
    for (const [, , section] of dialogs.help.rules) expect(resolveTarget(guide, section), section).toBe(section);
  });

  test("knows the size of every picture", () => {
    const widths = [...JSON.stringify(guide).matchAll(/"width":(\w+)/g)].map(([, width]) => Number(width));
    expect(widths.length).toBeGreaterThan(20);
    for (const width of widths) expect(width).toBeGreaterThan(100);
  });

  test("links only to sections that exist", () => {
    const ids = guide.pages.flatMap(({ sections }) => sections.map(({ id }) => id));
    const links = [...JSON.stringify(guide).matchAll(/"section":"([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(ids).toContain(link);
  });
});
