// The set as it looked when someone last looked: the start and ten positions from fixed cameras, as coarse pictures in which
// fonts, drivers and rounding make no difference, but a piece or a board that is missing or elsewhere does.
// `npx playwright test likeness --update-snapshots` takes them anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { coarse, decode, differing, type Coarse } from "./coarse";
import { preset, sceneReady, settled } from "./hand";
import { POSITIONS, START } from "./positions";
import { openTable } from "./table";

test.use({ viewport: { width: 560, height: 800 } });

/** The set alone: nothing pointed at, and no bar that stays in sight over it. */
async function look(page: Page): Promise<Coarse> {
  await page.addStyleTag({ content: ".views-bar { position: static !important; }" });
  await page.mouse.move(0, 0);
  await settled(page);
  return coarse(page, await page.locator(".scene-canvas").screenshot());
}

for (const [name, camera, tfen] of POSITIONS) {
  test(`the position ${name}, seen from the preset ${camera}`, async ({ page }, testInfo) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    await openTable(page, { search: "?view=scene&quality=low", tfen });
    await sceneReady(page);
    await preset(page, camera);
    const seen = await look(page);
    const kept = join(import.meta.dirname, "likenesses", `${name}.png`);
    const renewed = ["all", "changed"].includes(testInfo.config.updateSnapshots);
    if (renewed || !existsSync(kept)) {
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, seen.png);
      if (!renewed) throw new Error(`there was no likeness of ${name}; it is written now`);
      return;
    }
    const places = differing(seen, await decode(page, readFileSync(kept)));
    expect(places, `the places of ${name} that look otherwise`).toEqual([]);
  });
}

test("a missing piece is noticed", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await openTable(page, { search: "?view=scene&quality=low", tfen: START.replace("PPPP", "PP1P") });
  await sceneReady(page);
  const seen = await look(page);
  const kept = readFileSync(join(import.meta.dirname, "likenesses", "start.png"));
  expect(differing(seen, await decode(page, kept)).length).toBeGreaterThan(0);
});
