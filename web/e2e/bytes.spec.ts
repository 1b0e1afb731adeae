// A first visit stays light, and comes without what it does not need; so does coming back to a game between two people.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { firstLoad } from "./bytes";
import { expectPly, openTable } from "./table";

const ASSETS = join(import.meta.dirname, "../dist/assets");

test("a first visit downloads at most 300 kB, and neither engine nor dialogs nor what games online need", async ({
  page,
}) => {
  const files = await firstLoad(page);
  const later = /engine|Dialogs|parts/;
  expect(files.map((each) => each.name).filter((name) => later.test(name))).toEqual([]);
  // Names that were changed would be found nowhere.
  expect(readdirSync(ASSETS).filter((name) => later.test(name)).length).toBeGreaterThanOrEqual(5);
  expect(files.reduce((sum, each) => sum + each.gzip, 0)).toBeLessThanOrEqual(300_000);
});

test("a game under way and a link to a position open without the engine", async ({ page }) => {
  await openTable(page);
  await page.locator("#move-entry").fill("b4N");
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  const tfen = (await page.locator(".app").getAttribute("data-tfen")) ?? "";
  const engine: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("engine")) engine.push(request.url());
  });
  await page.reload();
  await expectPly(page, 1);
  await page.goto("about:blank");
  await openTable(page, { tfen });
  await expectPly(page, 0);
  await expect(page.locator(".app")).toHaveAttribute("data-tfen", tfen);
  expect(engine).toEqual([]);
});
