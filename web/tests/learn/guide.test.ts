// Rendering the guide from Markdown.
import { describe, expect, test } from "vitest";
import { headingId, renderGuide, repositoryGuide } from "../../build/guide";
import { findDiagram, resolveTarget, type Guide } from "../../src/learn/guide/places";
import { dialogs } from "../../src/text/english/dialogs";
import { parse } from "../../src/core/json";
import { sizeOf } from "../../src/learn/guide/DiagramMap";
import REASONS from "../fixtures/reasons.json";
import { realLearn } from "./realLearn";

const WORLD = parse(realLearn().world());

const POSITIONS = { rook: { rules: "revised" as const, tfen: "a tfen", select: "b2W" } };

function render(markdown: string): Guide {
  return renderGuide([{ name: "rules.md", markdown }], {
    positions: POSITIONS,
    size: () => ({ width: 20, height: 10 }),
  });
}

function elements({ html }: Guide, selector: string): readonly Element[] {
  const page = document.createElement("template");
  page.innerHTML = html;
  return [...page.content.querySelectorAll(selector)];
}

function books(markdown: string, selector: string): readonly (string | null)[] {
  return elements(render(`# Title\n\n${markdown}`), selector).map((each) => each.getAttribute("data-book"));
}

test("headings become sections with the addresses that GitHub gives them", () => {
  const guide = render("# How to play\n\nText.\n\n## What is forward?\n\n### One's `own`");
  expect(guide.sections.map(({ id, level, title }) => [id, level, title])).toEqual([
    ["how-to-play", 1, "How to play"],
    ["what-is-forward", 2, "What is forward?"],
    ["ones-own", 3, "One’s `own`"],
  ]);
  expect(elements(guide, "section > h3, section > h4, section > h5").map(({ id }) => id)).toEqual(
    guide.sections.map(({ id }) => `guide-${id}`),
  );
  expect(headingId("The two rule books side by side")).toBe("the-two-rule-books-side-by-side");
});

describe("a line is about one rule book", () => {
  test("when a list item starts with its name", () => {
    expect(books("- **Revised:** it stops.\n- **Meder:** it goes on.\n- Both.", "li")).toEqual([
      "revised",
      "meder",
      null,
    ]);
  });

  test("when a paragraph starts with its name", () => {
    expect(books("**Revised: turning.** A board\nturns.\n\nIn revised it turns.", "p")).toEqual(["revised", null]);
  });

  test("when the head of a column names it alone", () => {
    const table = "| | revised | meder: by rank | revised and meder |\n|---|---|---|---|\n| a | b | c | d |";
    expect(books(table, "th")).toEqual([null, "revised", "meder", null]);
    expect(books(table, "td")).toEqual([null, "revised", "meder", null]);
  });
});

test("text is escaped", () => {
  expect(render('# A\n\n`a<b` & "c" <').html).toContain("<code>a&lt;b</code> &amp; &quot;c&quot; &lt;");
  expect(() => render("# A\n\na <b>bold</b> word")).toThrow("cannot show");
});

test("a picture of a known position can be played on", () => {
  const guide = render("# A\n\n![A rook on b2W](diagrams/rook.svg)\n\n![The pins](diagrams/pins.svg)");
  const [rook, pins] = elements(guide, "figure");
  expect(rook?.querySelector("img")?.getAttribute("alt")).toBe("A rook on b2W");
  expect(rook?.querySelector("a")?.getAttribute("href")).toBe("#guide=play/rook");
  expect(pins?.querySelector("a")).toBeNull();
  expect(guide.diagrams).toEqual({ rook: { description: "A rook on b2W", block: "a-1", position: POSITIONS.rook } });
});

test("links lead to sections, and paragraphs that link out of the guide are left out", () => {
  const guide = render(
    "# A\n\nSee [castling](#castling) and [the start](rules.md).\n\n[Notation](notation.md) has every form.",
  );
  expect(elements(guide, "p")).toHaveLength(1);
  expect(elements(guide, "p a").map((each) => each.getAttribute("href"))).toEqual(["#guide=castling", "#guide=a"]);
  expect(() => render("# A\n\n- [Notation](notation.md)")).toThrow("only a paragraph");
});

test("a comment names the reasons that the next block explains", () => {
  const guide = render(
    "# A\n\nFirst.\n\n<!-- reasons E_GAP E_LEAP -->\n<!-- check\nlegal O-O\n-->\n\nSecond.\n\nThird.",
  );
  expect(guide.reasons).toEqual({ E_GAP: "a-2", E_LEAP: "a-2" });
  expect(elements(guide, "#guide-a-2")[0]?.textContent).toBe("Second.");
});

test("two sections with one name are rejected", () => {
  expect(() => render("# A\n\n## B\n\n## B")).toThrow("same name");
});

describe("the guide of the repository", () => {
  const guide = repositoryGuide();

  test("has a paragraph for every reason of an illegal move", () => {
    const codes = new Set(REASONS.map(({ code }) => code));
    expect(codes.size).toBeGreaterThan(30);
    for (const code of codes) expect(resolveTarget(guide, code), code).not.toBeNull();
    expect(resolveTarget(guide, "E_UNKNOWN")).toBeNull();
  });

  test("marks the differences of the rule books", () => {
    expect(elements(guide, '[data-book="revised"]').length).toBeGreaterThan(10);
    expect(elements(guide, '[data-book="meder"]').length).toBeGreaterThan(10);
  });

  test("finds a diagram by its address, and the block to return to", () => {
    const found = findDiagram(guide, "play/castling-short");
    expect(found?.position).toMatchObject({
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

  test("knows the size of every picture, and draws every position with the map", () => {
    const widths = elements(guide, "img").map((each) => Number(each.getAttribute("width")));
    expect(widths).toHaveLength(5);
    for (const width of widths) expect(width).toBeGreaterThan(100);
    const maps = elements(guide, ".guide-map").map((each) => each.getAttribute("data-diagram") ?? "");
    expect(maps.length).toBeGreaterThan(15);
    for (const name of maps) expect(guide.diagrams[name]?.position.map, name).toBeDefined();
  });

  test("its maps are upright and readable on a phone, and side by side where there is room", () => {
    const phone = sizeOf(WORLD, ["W", "N", "B"], 358);
    expect([phone.arrangement, phone.groups.map(({ level }) => level)]).toEqual(["compact", ["B", "N", "W"]]);
    expect(phone.cell).toBeGreaterThanOrEqual(30);
    const desktop = sizeOf(WORLD, ["W", "N"], 720);
    expect([desktop.arrangement, desktop.groups.map(({ level }) => level)]).toEqual(["row", ["W", "N"]]);
    expect(sizeOf(WORLD, ["B"], 340)).toMatchObject({ arrangement: "stack", cell: 39 });
  });

  test("links only to sections that exist", () => {
    const ids = guide.sections.map(({ id }) => id);
    const links = elements(guide, "a:not(.guide-play)").map((each) =>
      each.getAttribute("href")?.slice("#guide=".length),
    );
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(ids).toContain(link);
  });
});
