// The same game in the 3D view: clicks at the points where World's places are seen, and the page without WebGL.
import { expect, test, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { expectPly, listedMoves, openTable, playBy, square, tfenOf, type Hand } from "./table";

const SEARCH = "?view=both&quality=low";

async function sceneReady(page: Page): Promise<void> {
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
}

/** Presses where the scene itself says a thing can be seen, trying every camera until one shows it. */
function sceneHand(page: Page): Hand {
  const press = async (target: { square: string } | { pin: string }): Promise<void> => {
    for (const preset of ["White", "Black", "Top", "Side", "Front"]) {
      await page.evaluate(() => window.tridScene?.settled());
      const point = await page.evaluate((what) => window.tridScene?.pointOf(what) ?? null, target);
      if (point) {
        await page.locator(".scene-canvas").click({ position: point });
        return;
      }
      await page.getByRole("group", { name: "Camera" }).getByRole("button", { name: preset }).click();
    }
    throw new Error(`no camera shows ${JSON.stringify(target)}`);
  };
  return { square: (name) => press({ square: name }), pin: (name) => press({ pin: name }) };
}

test("a whole game by clicks in 3D", async ({ page }) => {
  test.setTimeout(300_000);
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  for (const [index, move] of SHORT.moves.entries()) {
    await playBy(page, sceneHand(page), move);
    await expectPly(page, index + 1);
  }
  expect(await tfenOf(page)).toBe(SHORT.tfen);
  expect(await listedMoves(page)).toEqual(SHORT.texts);
});

test("a board is moved in 3D, its landing chosen", async ({ page }) => {
  test.setTimeout(180_000);
  await openTable(page, {
    search: SEARCH,
    tfen: "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised",
  });
  await sceneReady(page);
  await playBy(page, sceneHand(page), "QL1-KL2^180");
  await expectPly(page, 1);
});

test("what is selected in one view is selected in the other", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  await sceneHand(page).square("b2W");
  await expect(square(page, "b2W")).toHaveClass(/selected/);
  await expect(square(page, "b4N")).toHaveClass(/target/);
});

test("without WebGL the map is there alone, with a note", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openTable(page, { search: "?view=both" });
  await expect(page.locator(".views-note")).toContainText("WebGL");
  await square(page, "b2W").click();
  await square(page, "b4N").click();
  await expectPly(page, 1);
});
