// What the analysis tells about a position: attacked squares, hanging and pinned pieces, checks, mates and board moves.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { openAddress, pin, typeMove } from "./gamePage";

const BOARDS = "QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 30 revised";

/** White's knight on c2 is pinned by the rook on c5. */
const PINNED = `4/4/2N1/2K1|4/2r1/4/4|4/4/4/3k|${BOARDS}`;

/** The rook on c5 attacks a queen that nothing protects. */
const HANGING = `4/4/2N1/2K1|1b2/2r1/4/2Q1|4/4/4/3k|${BOARDS}`;

/** The rook on c5 gives check along three columns. */
const CHECK = `4/4/4/2K1|4/2r1/4/4|4/4/4/3k|${BOARDS}`;

/** A knight mates a king that its own pieces shut in. */
const MATED_GAME = ["Nc3N", "d5N", "b4W", "O-O", "Nxd5N", "b6N", "Nxb6N", "a6N", "Nxc8B#"];

async function analysePosition(page: Page, tfen: string): Promise<void> {
  await openAddress(page, `./?view=map#editor=${encodeURIComponent(tfen)}`);
  await page.locator(".editor").getByRole("button", { name: "Analyse", exact: true }).click();
  await openTools(page);
}

async function openTools(page: Page): Promise<void> {
  await expect(page.locator(".study-tree")).toBeVisible();
  await page.locator("summary", { hasText: "Understand this position" }).click();
}

/** The places that the map marks in a tone, sorted. */
async function marked(page: Page, tone: string): Promise<readonly string[]> {
  const places = await page
    .locator(`.map-overlay [data-at][data-tone="${tone}"]`)
    .evaluateAll((all) => all.map((each) => (each as SVGElement).dataset.at ?? ""));
  return places.sort();
}

test("a pinned and a hanging piece are marked and named", async ({ page }) => {
  await analysePosition(page, PINNED);
  await page.getByLabel("Hanging and pinned pieces").check();
  await expect(page.getByText("White’s knight on c2W is pinned to its king by the rook on c5N.")).toBeVisible();
  await expect.poll(() => marked(page, "pinned")).toEqual(["c2W"]);
  await expect(page.locator('.map-overlay [data-from="c5N"][data-to="c1W"][data-tone="pinned"]')).toHaveCount(1);
  await expect.poll(() => marked(page, "hanging")).toEqual([]);
  await analysePosition(page, HANGING);
  await page.getByLabel("Hanging and pinned pieces").check();
  await expect(page.getByText("White’s queen on c3N hangs: the rook on c5N can take it for free.")).toBeVisible();
  await expect.poll(() => marked(page, "hanging")).toEqual(["c3N"]);
});

test("the line of a check is every square on which a piece would stop it", async ({ page }) => {
  await analysePosition(page, CHECK);
  await page.getByLabel("Line of a check").check();
  await expect(page.getByText("The rook on c5N gives check through c4, c3 and c2.")).toBeVisible();
  await expect.poll(() => marked(page, "path")).toEqual(["c2W", "c3N", "c3W", "c4N", "c4W"]);
  await expect(page.locator('.map-overlay [data-from="c5N"][data-to="c1W"][data-tone="path"]')).toHaveCount(1);
  await page.getByLabel("Line of a check").uncheck();
  await expect.poll(() => marked(page, "path")).toEqual([]);
});

test("a mate lists every flight square and what is in the way", async ({ page }) => {
  await openAddress(page, "./?view=map#analysis");
  await expect(page.locator(".study-tree")).toBeVisible();
  for (const [index, move] of MATED_GAME.entries()) await typeMove(page, move, index + 1);
  await openTools(page);
  await page.getByLabel("Why it’s mate").check();
  const escapes = page.locator(".escapes").getByRole("button");
  await expect(escapes).toHaveText([
    "d8B: the knight on d8B is in the way.",
    "d8KL6: the pawn on d8KL6 is in the way.",
    "e8KL6: the pawn on e8KL6 is in the way.",
    "d9KL6: the rook on d9KL6 is in the way.",
  ]);
  await expect(page.getByText("No piece can take the attacker or get in the way.")).toBeVisible();
  await expect.poll(() => marked(page, "lost")).toEqual(["d8B", "d8KL6", "d9KL6", "e8KL6"]);
  // A way out that is pointed at, or focused, shows what refutes it.
  await escapes.first().focus();
  await expect.poll(() => marked(page, "pinned")).toEqual(["d8B"]);
  await escapes.nth(3).focus();
  await expect.poll(() => marked(page, "pinned")).toEqual(["d9KL6"]);
  await expectAccessible(page);
});

test("attacked squares carry the number of attackers of their column", async ({ page }) => {
  await analysePosition(page, PINNED);
  const sides = page.getByRole("group", { name: "Attacked squares" });
  await sides.getByRole("button", { name: "White" }).click();
  await expect(page.getByText("White attacks 16 squares.")).toBeVisible();
  const number = (at: string) => page.locator(`.map-overlay [data-at="${at}"][data-tone="white"]`);
  await expect(number("d0KL1")).toHaveText("2");
  await expect(number("d1W")).toHaveText("1");
  await expect(number("a4W")).toHaveCount(0);
  await sides.getByRole("button", { name: "Black" }).click();
  await expect.poll(() => marked(page, "white")).toEqual([]);
  await expect.poll(() => marked(page, "black")).toContain("c4W");
});

test("a board move shows the attacked squares that it adds and takes away", async ({ page }) => {
  await analysePosition(page, PINNED);
  await page.getByLabel("What a board move changes").check();
  await expect(page.getByText("Select a board, then point at a pin or focus it.")).toBeVisible();
  await pin(page, "QL1").click();
  await pin(page, "QL2").focus();
  await expect(page.getByText("After QL1-QL2:")).toBeVisible();
  // The board leaves the column a1, which the knight attacks, with one square less.
  await expect(page.getByText("White no longer attacks a1QL1.")).toBeVisible();
  await expect.poll(() => marked(page, "lost")).toEqual(["a1QL1"]);
});
