// The engine's lines and threat as arrows on the boards of both views.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { analyseText, expectPly, openPage } from "./gamePage";
import { sceneReady } from "./scenePage";

/** White mates with the knight on b6. */
const MATE_IN_ONE = "1. Nc3N d5N 2. b4W O-O 3. Nxd5N b6N 4. Nxb6N a6N *\n";

const arrows = (page: Page, tone: string) => page.locator(`.map-overlay .overlay-arrow[data-tone="${tone}"]`);

async function expectArrows(page: Page, engine: number, threat: number): Promise<void> {
  await expect(arrows(page, "engine")).toHaveCount(engine);
  await expect(arrows(page, "threat")).toHaveCount(threat);
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-arrows", String(engine + threat));
}

test("the best move and the threat are arrows in both views, and can be hidden", async ({ page }) => {
  await openPage(page, { search: "?view=both&quality=low" });
  await analyseText(page, MATE_IN_ONE);
  await page.keyboard.press("End");
  await expectPly(page, 8);
  await sceneReady(page);
  await page.getByRole("switch", { name: "Engine" }).click();
  await page.getByRole("combobox", { name: "Lines" }).selectOption("1");
  await expect(page.locator(".engine-row")).toHaveCount(1);
  await expectArrows(page, 1, 0);
  await expect(arrows(page, "engine")).toHaveAttribute("data-from", "b6N");
  await expect(arrows(page, "engine")).toHaveAttribute("data-to", "c8B");
  await expect(arrows(page, "engine")).toHaveAttribute("data-dashed", "true");

  await page.getByRole("switch", { name: "Threat" }).click();
  await expectArrows(page, 1, 1);
  await expectAccessible(page);

  // They belong to the position, not to the moves of a line that is looked at.
  await page.locator(".engine-move").hover();
  await expectArrows(page, 0, 0);
  await page.getByRole("switch", { name: "Engine" }).hover();
  await expectArrows(page, 1, 1);

  const button = page.getByRole("button", { name: "Arrows", exact: true });
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await button.click();
  await expectArrows(page, 0, 0);
  await button.click();
  await page.getByRole("switch", { name: "Engine" }).click();
  await expectArrows(page, 0, 1);
});
