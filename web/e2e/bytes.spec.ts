// A first visit stays light, and comes without the engine; so does coming back to a game between two people.
import { expect, test } from "@playwright/test";
import { firstLoad } from "./bytes";
import { expectPly, openTable } from "./table";

test("a first visit downloads at most 300 kB, and no engine", async ({ page }) => {
  const files = await firstLoad(page);
  expect(files.map((each) => each.name).filter((name) => name.includes("engine"))).toEqual([]);
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
