// Pictures and films of the share dialog: what is downloaded is decoded.
import { readFile } from "node:fs/promises";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { openDialog, openPage, playOpening } from "./gamePage";
import { SHORT } from "./games";
import { readGif } from "./gif";

/** Drawing the set without a graphics card takes a while. */
const DRAWN = { timeout: 240_000 };

async function openPart(page: Page, part: "Picture" | "Film"): Promise<Locator> {
  await openDialog(page, "Share");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: part, exact: true }).click();
  return dialog;
}

/** Waits until something is made, and downloads it. */
async function downloaded(dialog: Locator): Promise<{ name: string; bytes: Buffer }> {
  const page = dialog.page();
  await expect(dialog.getByRole("button", { name: "Download" })).toBeVisible(DRAWN);
  const waiting = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The size of a picture; 0 until the browser has decoded it. */
async function sizeOf(picture: Locator): Promise<readonly [number, number]> {
  return picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight] as const);
}

test("a position is downloaded as PNG and SVG", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves);
  const dialog = await openPart(page, "Picture");
  const preview = dialog.getByRole("img", { name: "The position as a picture" });
  const png = await downloaded(dialog);
  expect(png.name).toBe("tri-d.png");
  expect(png.bytes.toString("latin1", 1, 4)).toBe("PNG");
  await expect.poll(() => sizeOf(preview)).toEqual([1600, 617]);
  await expectAccessible(page);
  await dialog.getByText("The map (SVG)").click();
  await expect(dialog.locator(".share-preview img")).toHaveAttribute("src", /^blob:/);
  await expect.poll(async () => (await sizeOf(preview))[0]).toBe(1244);
  const svg = await downloaded(dialog);
  expect(svg.name).toBe("tri-d.svg");
  expect(svg.bytes.toString()).toMatch(/^<svg [^]*<\/svg>\n$/);
});

test("a part of a game is downloaded as a film of the map", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves);
  const dialog = await openPart(page, "Film");
  await dialog.getByText("480", { exact: true }).click();
  await dialog.getByText("Fast").click();
  await dialog.getByLabel("First half-move").fill("2");
  await dialog.getByLabel("Last half-move").fill("6");
  await dialog.getByLabel("Last half-move").blur();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Make the film" }).click();
  const film = await downloaded(dialog);
  expect(film.name).toBe("tri-d.gif");
  expect(readGif(film.bytes)).toEqual({ width: 480, height: 202, delays: [35, 35, 35, 35, 300] });
  await expectAccessible(page);
  // It does not fit other options.
  await dialog.getByText("Arrows for the moves").click();
  await expect(dialog.locator(".share-preview")).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Make the film" })).toBeVisible();
});

test("a file goes to the share sheet where the system has one", async ({ page }) => {
  await page.addInitScript(() => {
    const share = (data?: ShareData): Promise<void> => {
      document.title = data?.files?.map(({ name }) => name).join() ?? "";
      return Promise.resolve();
    };
    Object.assign(navigator, { canShare: () => true, share });
  });
  await openPage(page);
  const dialog = await openPart(page, "Picture");
  await dialog.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveTitle("tri-d.png");
});

test("the set turns in a GIF", async ({ page }) => {
  test.setTimeout(2 * DRAWN.timeout);
  await openPage(page, { search: "?view=map&quality=low" });
  const dialog = await openPart(page, "Film");
  await dialog.getByText("The 3D set, turning").click();
  await dialog.getByText("GIF", { exact: true }).click();
  await dialog.getByRole("button", { name: "Make the film" }).click();
  await expect(dialog.getByRole("progressbar", { name: "Drawing" })).toBeVisible();
  await expectAccessible(page);
  const { width, height, delays } = readGif((await downloaded(dialog)).bytes);
  expect([width, height]).toEqual([480, 480]);
  expect(delays).toEqual(Array.from({ length: 90 }, () => 7));
  await expect(page.locator(".set-camera")).toHaveCount(0);
});

test("the set turns in a video, and a picture of it has twice the size", async ({ page }) => {
  test.setTimeout(2 * DRAWN.timeout);
  await openPage(page, { search: "?view=map&quality=low" });
  const dialog = await openPart(page, "Film");
  await dialog.getByText("The 3D set, turning").click();
  await dialog.getByRole("button", { name: "Make the film" }).click();
  const video = dialog.locator("video");
  await expect(video).toBeVisible(DRAWN);
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBe(480);
  expect((await downloaded(dialog)).name).toMatch(/^tri-d\.(mp4|webm)$/);
  await dialog.getByRole("button", { name: "Picture", exact: true }).click();
  await dialog.getByText("The 3D set (PNG)").click();
  const picture = dialog.getByRole("img", { name: "The position as a picture" });
  await expect.poll(() => sizeOf(picture), DRAWN).toEqual([1600, 1600]);
});

test("a film is cancelled", async ({ page }) => {
  await openPage(page, { search: "?view=map&quality=low" });
  const dialog = await openPart(page, "Film");
  await dialog.getByText("The 3D set, turning").click();
  await dialog.getByRole("button", { name: "Make the film" }).click();
  await expect(page.locator(".set-camera")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByRole("progressbar")).toHaveCount(0);
  await expect(page.locator(".set-camera")).toHaveCount(0, DRAWN);
  await expect(dialog.getByRole("button", { name: "Make the film" })).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("a film of the set that cannot be drawn says so", async ({ page }) => {
  await openPage(page, { search: "?view=map&quality=low" });
  await page.route(/tiledRenderer/, (route) => route.abort());
  const dialog = await openPart(page, "Film");
  await dialog.getByText("The 3D set, turning").click();
  await dialog.getByRole("button", { name: "Make the film" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(page.locator(".set-camera")).toHaveCount(0);
});
