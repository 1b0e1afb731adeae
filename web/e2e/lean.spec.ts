// The 3D view is built from a lean three.js: nothing that it needs may be missing, whatever it is asked to draw.
import { expect, test } from "@playwright/test";
import { openTable } from "./table";

// Software draws every pixel: fewer of them say as much about shaders.
test.use({ viewport: { width: 560, height: 420 } });

for (const quality of ["low", "high"]) {
  test(`every shader compiles and nothing complains, quality ${quality}`, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && /three|shader|webgl: invalid/i.test(message.text()))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await openTable(page, { search: `?quality=${quality}&view=scene` });
    await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme as "light" | "dark" });
      await expect(page.locator(".scene-canvas")).toHaveAttribute("data-lighting", theme);
    }
    await page.getByText("Look", { exact: true }).click();
    for (const name of ["Amber", "Metal", "the neutral level", "all levels", "White"]) {
      await page.locator(".scene-tools").getByRole("button", { name, exact: true }).click();
    }
    await page.getByLabel("Names on every square").check();
    await expect(page.locator(".scene-canvas")).toHaveAttribute("data-quality", quality);
    expect(complaints).toEqual([]);
  });
}
