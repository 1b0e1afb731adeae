// A player's hand on the 3D set in the tests: it points where the scene itself says a thing can be seen.
import { expect, type Page } from "@playwright/test";

export type Target = { readonly square: string } | { readonly pin: string };

export async function sceneReady(page: Page): Promise<void> {
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
  await settled(page);
}

/** Waits until everything asked for is on the screen. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => window.tridScene?.settled());
}

/** Where a thing is seen from where the camera stands now, in page coordinates. */
export async function seen(page: Page, target: Target): Promise<{ x: number; y: number } | null> {
  await settled(page);
  const point = await page.evaluate((what) => window.tridScene?.pointOf(what) ?? null, target);
  const box = await page.locator(".scene-canvas").boundingBox();
  return point && box ? { x: point.x + box.x, y: point.y + box.y } : null;
}

export async function look(page: Page, target: Target): Promise<{ x: number; y: number }> {
  const point = await seen(page, target);
  if (!point) throw new Error(`the camera does not show ${JSON.stringify(target)}`);
  return point;
}

export async function press(page: Page, target: Target): Promise<void> {
  const { x, y } = await look(page, target);
  await page.mouse.click(x, y);
}

export async function preset(page: Page, name: string): Promise<void> {
  await page.getByRole("group", { name: "Camera" }).getByRole("button", { name, exact: true }).click();
  await settled(page);
}

/** What the scene says of its last frame. */
export async function figures(
  page: Page,
): Promise<{ frames: number; calls: number; objects: number; quality: string }> {
  return page.locator(".scene-canvas").evaluate((canvas) => {
    const { frames, calls, objects, quality = "" } = (canvas as HTMLCanvasElement).dataset;
    return { frames: Number(frames), calls: Number(calls), objects: Number(objects), quality };
  });
}
