// Takes the pictures of all sets side by side, and the film of a set.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openPage } from "../e2e/gamePage";
import { START } from "../e2e/positions";
import { settled } from "../e2e/scenePage";
import { FAMILY_NAMES } from "../src/board/view";
import { optionText } from "../src/text/viewOptions";
import { animatedWebp, type Frame } from "./animatedWebp";

// The film takes more than a hundred pictures.
test.use({ trace: "off" });

const FOLDER = join(import.meta.dirname, "../../docs/pictures");
const MIDDLE =
  "4/2N1/1PPP/2B1|1pn1/2q1/1P1p/1Q1N|1bb1/p1pp/4/4|KL1w:1P/KR,QL2w:1B/2,QL5b:2/n1,KL6b:kr/1p w - - - - - 2 14";

/** A set in the corner of the page, without the page. */
async function openSet(page: Page, tfen: string, family: string, theme: string, size: readonly [number, number]) {
  await page.addInitScript(
    (stored) => localStorage.setItem("trid.view", stored),
    JSON.stringify({ family, theme, layout: "scene" }),
  );
  await openPage(page, { search: "?view=scene&quality=high", tfen });
  await page.addStyleTag({
    content: `.scene-canvas { position: fixed !important; inset: 0 !important; width: ${size[0]}px !important;
      height: ${size[1]}px !important; z-index: 99; }
      .scene-presets, .scene-options, .scene-slicer, .scene-captions { display: none !important; }`,
  });
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
  await page.mouse.move(900, 600);
  await settled(page);
}

/** A picture as WebP. */
async function toWebp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const webp = await page.evaluate(
    async ([encoded, lossy]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
      const target = document.createElement("canvas");
      Object.assign(target, { width: picture.width, height: picture.height });
      target.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0);
      return target.toDataURL("image/webp", lossy).split(",")[1] ?? "";
    },
    [png.toString("base64"), quality] as const,
  );
  return Buffer.from(webp, "base64");
}

for (const [name, tfen, theme] of [
  ["start", START, "light"],
  ["middle", MIDDLE, "dark"],
] as const) {
  test(`all sets side by side: ${name}, ${theme}`, async ({ page, context }) => {
    const [width, height] = [340, 460];
    const cells: string[] = [];
    for (const family of FAMILY_NAMES) {
      const one = await context.newPage();
      await openSet(one, tfen, family, theme, [width, height]);
      const png = await one.screenshot({ clip: { x: 0, y: 0, width, height } });
      const picture = `<img src="data:image/png;base64,${png.toString("base64")}">`;
      cells.push(`<figure>${picture}<figcaption>${optionText.families[family]}</figcaption></figure>`);
      await one.close();
    }
    const [ink, paper] = theme === "light" ? ["#222", "#f4f2ee"] : ["#ddd", "#14171b"];
    await page.setViewportSize({ width: 4 * width, height: 2 * (height + 30) });
    await page.setContent(`<body style="margin: 0; display: grid; grid-template-columns: repeat(4, ${width}px);
      background: ${paper}; color: ${ink}; font: 16px system-ui; text-align: center">${cells.join("")}
      <style>figure { margin: 0 } img { display: block } figcaption { height: 30px }</style>`);
    writeFileSync(join(FOLDER, `sets-${name}.webp`), await toWebp(page, await page.screenshot(), 0.8));
  });
}

test("the film: a capture, a board that rides and turns, and the set from all sides", async ({ page }) => {
  test.setTimeout(1_800_000);
  const [width, height] = [400, 520];
  await page.clock.install();
  await openSet(page, MIDDLE, "amber", "dark", [width, height]);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const frames: Frame[] = [];
  const take = async (milliseconds: number): Promise<void> => {
    const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } });
    frames.push({ webp: await toWebp(page, png, 0.62), milliseconds });
  };
  const play = async (move: string, ply: number): Promise<void> => {
    const entry = page.getByLabel("Type a move");
    await entry.fill(move);
    await entry.press("Enter");
    await expect(page.locator(".app")).toHaveAttribute("data-ply", String(ply));
  };
  const film = async (ticks: number): Promise<void> => {
    for (let tick = 0; tick < ticks; tick++) {
      await page.clock.fastForward(60);
      await take(60);
    }
    await take(500);
  };
  await take(700);
  await play("d3Nc5N", 1);
  await film(18);
  await play("d7Bd6B", 2);
  await film(8);
  await play("QL2-QL3^180", 3);
  await film(20);
  const STEPS = 40;
  for (let step = 0; step < STEPS; step++) {
    await page.evaluate((angle) => window.tridScene?.turn(angle, 0), (2 * Math.PI) / STEPS);
    await page.clock.fastForward(20);
    await take(70);
  }
  writeFileSync(join(FOLDER, "film.webp"), animatedWebp(frames, width, height));
});
