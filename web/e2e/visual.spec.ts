// Visual tests of the 3D scene: eleven positions from fixed cameras, compared with stored thumbnails.
// `npx playwright test visual --update-snapshots` takes new ones; look at them before you commit.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openPage } from "./gamePage";
import { POSITIONS, START } from "./positions";
import type { Preset } from "../src/board/view";
import { sceneReady, settled } from "./scenePage";
import { differingPixels, makeThumbnail, type Thumbnail } from "./thumbnail";

test.use({ viewport: { width: 560, height: 560 } });

function fileOf(name: string): string {
  return join(import.meta.dirname, "screenshots", `${name}.png`);
}

// The canvas has a fixed size and no controls over it, so that the screenshots do not depend on the page's layout.
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const style = document.createElement("style");
      style.textContent = `
        .scene-canvas { position: fixed !important; inset: 0 !important; width: 540px !important;
          height: 540px !important; z-index: 99; }
        .scene-presets, .scene-options, .scene-slicer { display: none !important; }`;
      document.head.append(style);
    });
  });
});

/** A thumbnail of the scene without a hovered square. */
async function screenshot(page: Page): Promise<Thumbnail> {
  await page.mouse.move(0, 0);
  await settled(page);
  return makeThumbnail(page, await page.locator(".scene-canvas").screenshot());
}

for (const [name, camera, tfen] of POSITIONS) {
  test(`the position ${name} from the camera ${camera}`, async ({ page }, testInfo) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
    await openPage(page, { search: "?view=scene&quality=low", tfen });
    await sceneReady(page);
    await page.evaluate((preset) => window.tridScene?.setPreset(preset as Preset), camera.toLowerCase());
    const taken = await screenshot(page);
    const file = fileOf(name);
    const update = ["all", "changed"].includes(testInfo.config.updateSnapshots);
    if (update || !existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, taken.png);
      if (!update) throw new Error(`there was no screenshot of ${name}; it is written now`);
      return;
    }
    const differing = differingPixels(taken, await makeThumbnail(page, readFileSync(file)));
    expect(differing, `pixels of ${name} that differ`).toEqual([]);
  });
}

test("a missing piece makes a visual test fail", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await openPage(page, { search: "?view=scene&quality=low", tfen: START.replace("PPPP", "P1PP") });
  await sceneReady(page);
  const stored = await makeThumbnail(page, readFileSync(fileOf("start")));
  expect(differingPixels(await screenshot(page), stored).length).toBeGreaterThan(0);
});
