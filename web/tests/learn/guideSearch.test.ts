// Searching the guide.
import { expect, test } from "vitest";
import { repositoryGuide } from "../../build/guide";
import { markIn, markWords, passagesOf, queryWords, search, snippet } from "../../src/learn/guide/search";

const PASSAGES = passagesOf(repositoryGuide());

function found(query: string): readonly string[] {
  return search(PASSAGES, queryWords(query)).map(({ section }) => section.title);
}

test("headings come before paragraphs", () => {
  const titles = found("shaft");
  expect(titles[0]).toBe("The shaft");
  expect(titles).toContain("Moving a board");
});

test("every word of the query must be in the passage, in any order and case", () => {
  expect(found("PASSANT en carried")).toContain("Pawns");
  expect(found("passant hyperspace")).toEqual([]);
});

test("a row of a table is a passage", () => {
  expect(found("fifth occurrence")).toContain("How a game ends");
  expect(found("castling first move allowed")).toContain("The two rule books side by side");
});

test("words of one letter and empty queries find nothing", () => {
  expect(queryWords("  a ")).toEqual([]);
  expect(found("")).toEqual([]);
});

test("marks every occurrence, and takes no word for a pattern", () => {
  expect(markWords("The Shaft is a shaft.", ["shaft"])).toEqual([
    { text: "The ", marked: false },
    { text: "Shaft", marked: true },
    { text: " is a ", marked: false },
    { text: "shaft", marked: true },
    { text: ".", marked: false },
  ]);
  expect(markWords("a8B=Q (x", ["(x", "=q"]).filter(({ marked }) => marked)).toHaveLength(2);
});

test("marks in the page come and go, and leave links to boards alone", () => {
  const root = document.createElement("div");
  root.innerHTML = "<p>A <b>shaft</b> and a Shaft.</p><figure>shaft</figure>";
  const before = root.innerHTML;
  const unmark = markIn(root, ["shaft"]);
  expect([...root.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["shaft", "Shaft"]);
  unmark();
  expect(root.innerHTML).toBe(before);
  expect(root.querySelector("p")?.childNodes).toHaveLength(3);
});

test("a snippet starts shortly before the match", () => {
  const text = `${"before ".repeat(30)}shaft ${"after ".repeat(60)}`;
  const cut = snippet(text, ["shaft"]);
  expect(cut).toMatch(/^… before.*shaft after.* …$/);
  expect(cut.length).toBeLessThan(170);
  expect(snippet("a short shaft", ["shaft"])).toBe("a short shaft");
});
