// Every text of the page is in the catalogue.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { textsOutside } from "./outside";

/** Generated code, and the catalogue itself. */
const EXCEPT = /^src\/(text|wire|wasm)\//;

test("no text of the page is outside the catalogue", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => join("src", name))
    .filter((name) => /\.tsx?$/.test(name) && !EXCEPT.test(name));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((name) =>
    textsOutside(name, readFileSync(name, "utf8")).map((text) => `${name}:${text}`),
  );
  expect(found).toEqual([]);
});

describe("a text is found", () => {
  test.each([
    ["between tags", "<p>New game</p>", ["1: New game"]],
    ["in an attribute", '<button aria-label="Close" />', ["1: Close"]],
    ["in an attribute with a choice", '<i title={on ? "Open" : `${n} games`} />', ["1: Open", "1: … games"]],
    ["as a child", '<p>{none && "Nothing yet"}</p>', ["1: Nothing yet"]],
    ["as a joined child", '<p>{"Level " + level}</p>', ["1: Level"]],
    ["in data", 'const a = { label: "Both" }', ["1: Both"]],
    ["in a message", "errorMessage(`No ${name} here`)", ["1: No … here"]],
    ["in a private method", 'this.#showError("No game")', ["1: No game"]],
    ["in the title", 'document.title = "Tri-D"', ["1: Tri-D"]],
  ])("%s", (_, source, expected) => {
    expect(textsOutside("a.tsx", source)).toEqual(expected);
  });
});

test.each([
  ["from the catalogue", "<p title={text.page.name}>{text.page.name}</p>"],
  ["of a class", '<p class="said note" data-state="open">{pin}</p>'],
  ["without words", "<p>½ · {count} – {total}</p>"],
  ["of a value", 'const a = { kind: "both", layout: "map" }'],
])("a text is allowed %s", (_, source) => {
  expect(textsOutside("a.tsx", source)).toEqual([]);
});
