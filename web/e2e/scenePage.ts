// Drives the 3D scene as a player does: clicks go where the scene says that a square or pin is visible.
import { expect, type Page } from "@playwright/test";
import type { PinName } from "../src/wire/world";
import type { BoardInput } from "./gamePage";

export type Target = { readonly square: string } | { readonly pin: PinName };

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Waits until the scene is loaded and has drawn the position. */
export async function sceneReady(page: Page): Promise<void> {
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 120_000 });
  await settled(page);
}

/** Waits until every requested frame is drawn and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => window.tridScene?.settled());
}

/** A point, in page coordinates, where a click hits the target; null if the camera does not show it. */
export async function findPoint(page: Page, target: Target): Promise<Point | null> {
  await settled(page);
  const point = await page.evaluate((what) => window.tridScene?.pointOf(what) ?? null, target);
  const box = await page.locator(".scene-canvas").boundingBox();
  return point && box ? { x: point.x + box.x, y: point.y + box.y } : null;
}

/** Like `findPoint`, for a target that must be visible. */
export async function pointOf(page: Page, target: Target): Promise<Point> {
  const point = await findPoint(page, target);
  if (!point) throw new Error(`the camera does not show ${JSON.stringify(target)}`);
  return point;
}

export async function clickTarget(page: Page, target: Target): Promise<void> {
  const { x, y } = await pointOf(page, target);
  await page.mouse.click(x, y);
}

export async function selectCamera(page: Page, name: string): Promise<void> {
  await page.getByRole("group", { name: "Camera" }).getByRole("button", { name, exact: true }).click();
  await settled(page);
}

/** Clicks in the scene, from the first camera that shows the target. */
export function sceneInput(page: Page): BoardInput {
  const click = async (target: Target): Promise<void> => {
    for (const camera of ["White", "Black", "Showcase", "Top", "Side", "Front"]) {
      const point = await findPoint(page, target);
      if (point) return page.mouse.click(point.x, point.y);
      await selectCamera(page, camera);
    }
    throw new Error(`no camera shows ${JSON.stringify(target)}`);
  };
  return { square: (name) => click({ square: name }), pin: (name) => click({ pin: name as PinName }) };
}

/** What the scene reports about its last frame. */
export interface RenderStats {
  readonly frames: number;
  readonly calls: number;
  readonly objects: number;
  readonly quality: string;
}

export async function renderStats(page: Page): Promise<RenderStats> {
  return page.locator(".scene-canvas").evaluate((canvas) => {
    const { frames, calls, objects, quality = "" } = (canvas as HTMLCanvasElement).dataset;
    return { frames: Number(frames), calls: Number(calls), objects: Number(objects), quality };
  });
}
