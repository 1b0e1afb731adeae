// Every shader of the scene compiles in every quality, theme and family.
import { expect, test } from "@playwright/test";
import { openPage } from "./gamePage";
import { sceneReady, settled } from "./scenePage";

// Software rendering is slow, and the number of pixels makes no difference to the shaders.
// A blocked service worker is an error of the page.
test.use({ viewport: { width: 560, height: 420 }, serviceWorkers: "allow" });

for (const quality of ["low", "high"]) {
  test(`every shader compiles without warnings, quality ${quality}`, async ({ page }) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && /three|shader|webgl: invalid/i.test(message.text()))
        problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    await openPage(page, { search: `?quality=${quality}&view=scene` });
    await sceneReady(page);
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme as "light" | "dark" });
      await expect(page.locator(".scene-canvas")).toHaveAttribute("data-lighting", theme);
      await settled(page);
    }
    await page.getByText("3D options", { exact: true }).click();
    const families = page.getByRole("group", { name: "Set", exact: true }).getByRole("radio");
    await expect(families).toHaveCount(8);
    for (const family of await families.all()) {
      await family.check({ force: true });
      await settled(page);
    }
    for (const name of ["Neutral level", "All levels", "White"]) {
      await page.locator(".scene-tools").getByRole("button", { name, exact: true }).click();
      await settled(page);
    }
    await page.getByLabel("Show the name of every square").check();
    await settled(page);
    await expect(page.locator(".scene-canvas")).toHaveAttribute("data-quality", quality);
    expect(problems).toEqual([]);
  });
}
