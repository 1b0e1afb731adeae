// Takes the screenshots that the documentation shows.
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";

const FOLDER = join(import.meta.dirname, "../../docs/pictures");
/** A middlegame: a white bishop rides on QL2, a black knight on QL5. */
const MIDDLE =
  "4/P1N1/1PPP/2B1|1pn1/2q1/1P1p/1Q1N|1bb1/p1pp/4/4|KL1w:1P/KR,QL2w:1B/2,QL5b:2/n1,KL6b:kr/1p w - - - - - 2 14";

interface Screenshot {
  readonly name: string;
  readonly description: string;
  readonly view: string;
  readonly tfen?: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly act?: (page: Page) => Promise<void>;
}

const SCREENSHOTS: readonly Screenshot[] = [
  { name: "start", description: "the start position", view: "scene" },
  {
    name: "middle",
    description: "a middlegame, with a knight's moves marked",
    view: "scene",
    tfen: MIDDLE,
    dark: true,
    act: (page) => pick(page, "c3W"),
  },
  {
    name: "both",
    description: "the map and the scene some moves later, with a knight's moves marked",
    view: "both",
    tfen: MIDDLE,
    size: { width: 1440, height: 900 },
    act: async (page) => {
      await type(page, ["axz4QL5", "Qc6B", "b5B", "Nxa5QL2"]);
      await page.locator('.map [data-square="d3N"]').click();
    },
  },
  { name: "phone", description: "on a phone", view: "scene", tfen: MIDDLE, size: { width: 390, height: 844 } },
  {
    name: "exploded",
    description: "the exploded view",
    view: "scene",
    tfen: MIDDLE,
    options: { exploded: true, preset: "side" },
  },
];

async function pick(page: Page, square: string): Promise<void> {
  const point = await page.evaluate((name) => window.tridScene?.pointOf({ square: name }) ?? null, square);
  if (!point) throw new Error(`the camera does not show ${square}`);
  await page.locator(".scene-canvas").click({ position: point });
}

async function type(page: Page, moves: readonly string[]): Promise<void> {
  const entry = page.getByLabel("Type a move");
  for (const [index, move] of moves.entries()) {
    await entry.fill(move);
    await entry.press("Enter");
    await expect(page.locator(".app")).toHaveAttribute("data-ply", String(index + 1));
  }
}

for (const { name, description, view, tfen, size, dark, options, act } of SCREENSHOTS) {
  test(`${name}: ${description}`, async ({ page }) => {
    await page.setViewportSize(size ?? { width: 1200, height: 800 });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
    await page.addInitScript((kept) => localStorage.setItem("trid.view", JSON.stringify(kept)), options ?? {});
    await page.goto(`./?view=${view}&quality=high${tfen ? `#tfen=${encodeURIComponent(tfen)}` : ""}`);
    await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
    await act?.(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => window.tridScene?.settled());
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  });
}
