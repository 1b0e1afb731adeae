// Takes the screenshot that the documentation shows, the picture that the home screen shows until the set is loaded, and
// the pictures by which the family of the set is chosen.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { FAMILY_NAMES } from "../src/board/view";

const FOLDER = join(import.meta.dirname, "../../docs/pictures");
/** A middlegame: a white bishop rides on QL2, a black knight on QL5. */
const MIDDLE =
  "4/P1N1/1PPP/2B1|1pn1/2q1/1P1p/1Q1N|1bb1/p1pp/4/4|KL1w:1P/KR,QL2w:1B/2,QL5b:2/n1,KL6b:kr/1p w - - - - - 2 14";
/** How far the mouse wheel is turned to show a board of the set. */
const WHEEL = 770;
const DETAIL = { x: 30, y: 195, width: 560, height: 420 };

async function type(page: Page, moves: readonly string[]): Promise<void> {
  const entry = page.getByLabel("Type a move");
  for (const [index, move] of moves.entries()) {
    await entry.fill(move);
    await entry.press("Enter");
    await expect(page.locator(".app")).toHaveAttribute("data-ply", String(index + 1));
  }
}

test("both: the map and the scene some moves later, with a knight's moves marked", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(`./?view=both&quality=high#tfen=${encodeURIComponent(MIDDLE)}`);
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
  await type(page, ["axz4QL5", "Qc6B", "b5B", "Nxa5QL2"]);
  await page.locator('.map [data-square="d3N"]').click();
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.tridScene?.settled());
  await page.screenshot({ path: join(FOLDER, "both.png") });
});

test("the picture of the home screen: the start position on a transparent background", async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 860 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("./?quality=high");
  const canvas = page.locator(".scene-canvas");
  await expect(canvas).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
  await page.evaluate(() => window.tridScene?.settled());
  await page.addStyleTag({ content: "* { background: none !important; }" });
  const png = await canvas.screenshot({ omitBackground: true });
  const webp = await page.evaluate(async (encoded) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    const target = document.createElement("canvas");
    // Small: it is shown for a second or two and counts in the first visit. Transparency is stored without loss, so it
    // has few steps.
    const [width, height] = [picture.width * 0.22, picture.height * 0.22];
    Object.assign(target, { width, height });
    const context = target.getContext("2d");
    if (!context) return "";
    context.drawImage(picture, 0, 0, width, height);
    const pixels = context.getImageData(0, 0, target.width, target.height);
    for (let at = 3; at < pixels.data.length; at += 4) {
      pixels.data[at] = (Math.round(((pixels.data[at] ?? 0) / 255) * 3) * 255) / 3;
    }
    context.putImageData(pixels, 0, 0);
    return target.toDataURL("image/webp", 0.2).split(",")[1] ?? "";
  }, png.toString("base64"));
  writeFileSync(join(import.meta.dirname, "../src/assets/set.webp"), Buffer.from(webp, "base64"));
});

for (const family of FAMILY_NAMES) {
  test(`the picture of the family ${family}: the neutral board from near`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 960 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(
      (stored) => localStorage.setItem("trid.view", stored),
      JSON.stringify({ family, theme: "dark" }),
    );
    await page.goto(`./?quality=high#tfen=${encodeURIComponent(MIDDLE)}`);
    await expect(page.locator("#page")).toHaveAttribute("data-ready", "true");
    // The home screen shows the set without labels.
    await page.evaluate(() => (location.hash = ""));
    await page.addStyleTag({
      content: `.scene-canvas { position: fixed !important; inset: 0 !important; width: 640px !important;
        height: 640px !important; z-index: 99; background: #14171b !important; }`,
    });
    const canvas = page.locator(".scene-canvas");
    await expect(canvas).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
    await page.evaluate(() => window.tridScene?.settled());
    await canvas.dispatchEvent("wheel", { deltaY: -WHEEL, clientX: 320, clientY: 320 });
    await page.evaluate(() => window.tridScene?.settled());
    const picture = await reduce(page, await page.screenshot({ clip: DETAIL }), 0.6);
    writeFileSync(join(import.meta.dirname, `../src/assets/family-${family}.webp`), picture);
  });
}

/** A smaller WebP picture of a screenshot. */
async function reduce(page: Page, png: Buffer, factor: number): Promise<Buffer> {
  const webp = await page.evaluate(
    async ([encoded, scale]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
      const target = document.createElement("canvas");
      const [width, height] = [picture.width * scale, picture.height * scale];
      Object.assign(target, { width, height });
      const context = target.getContext("2d");
      if (context) context.imageSmoothingQuality = "high";
      context?.drawImage(picture, 0, 0, width, height);
      return target.toDataURL("image/webp", 0.72).split(",")[1] ?? "";
    },
    [png.toString("base64"), factor] as const,
  );
  return Buffer.from(webp, "base64");
}
