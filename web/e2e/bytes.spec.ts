// The first visit is small and loads neither the engine nor the dialogs; nor does a return to a local game load the engine.
import { expect } from "@playwright/test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { firstLoad } from "./firstLoad";
import { expectPly, expectTfen, openPage, tfenOf, typeMove } from "./gamePage";
import { test } from "./server";

const ASSETS = join(import.meta.dirname, "../dist/assets");
/** Bytes that the server sends on the first visit. */
const LIMIT = 340_000;

test("the server sends at most 340 kB on the first visit, without engine, dialogs and online play", async ({
  page,
  server,
}) => {
  const files = await firstLoad(page, server.address);
  const loadedLater = /engine|Dialogs|onlineModule/;
  expect(files.map(({ path }) => path).filter((path) => loadedLater.test(path))).toEqual([]);
  // Makes sure that the names above are still the names of files.
  expect(readdirSync(ASSETS).filter((name) => loadedLater.test(name)).length).toBeGreaterThanOrEqual(5);
  const scripts = files.filter(({ path }) => /\.(js|css|wasm)$/.test(path));
  expect(scripts.length).toBeGreaterThanOrEqual(4);
  // Brotli saves nothing in a file of a few bytes.
  for (const { path, encoding, bytes } of scripts) if (bytes > 200) expect(encoding, path).toBe("br");
  for (const { path, bytes } of files) expect(bytes, path).toBeGreaterThan(0);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(LIMIT);
});

test("a saved game and a link to a position open without the engine", async ({ page }) => {
  await openPage(page);
  await typeMove(page, "b4N", 1);
  const tfen = await tfenOf(page);
  const engine: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("engine")) engine.push(request.url());
  });
  await page.reload();
  await expectPly(page, 1);
  await page.goto("about:blank");
  await openPage(page, { tfen });
  await expectPly(page, 0);
  await expectTfen(page, tfen);
  expect(engine).toEqual([]);
});
