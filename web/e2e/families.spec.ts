// The families of the set: chosen by keyboard, drawn, kept, and their pictures loaded only when they are shown; and the
// wheel on the slicer beside it.
import { expect, test, type Page } from "@playwright/test";
import { closeDialog, openAddress, openDialog, openPage } from "./gamePage";
import { FAMILY_NAMES } from "../src/board/view";
import { sceneReady, settled } from "./scenePage";

test.use({ viewport: { width: 900, height: 640 } });

const canvas = (page: Page) => page.locator(".scene-canvas");
const picker = (page: Page) => page.getByRole("group", { name: "Set", exact: true });

/** The picture of the set at rest. */
async function picture(page: Page): Promise<string> {
  await settled(page);
  return page.evaluate(async () => {
    const blob = await window.tridScene?.snapshotPng();
    const digest = await crypto.subtle.digest("SHA-1", (await blob?.arrayBuffer()) ?? new ArrayBuffer());
    return new Uint8Array(digest).join();
  });
}

test("each family is chosen by keyboard, changes the set, and is kept after a reload", async ({ page }) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, { search: "?view=scene&quality=low" });
  await sceneReady(page);
  await page.getByRole("button", { name: "3D options" }).click();
  await expect(picker(page).getByRole("radio")).toHaveCount(FAMILY_NAMES.length);
  await picker(page).getByRole("radio", { checked: true }).focus();
  const seen = new Set<string>();
  for (const [index] of FAMILY_NAMES.entries()) {
    const family = FAMILY_NAMES[(index + 1) % FAMILY_NAMES.length] ?? "";
    await page.keyboard.press("ArrowRight");
    await expect(canvas(page)).toHaveAttribute("data-family", family);
    await expect(picker(page).getByRole("radio", { checked: true })).toBeFocused();
    seen.add(await picture(page));
    expect(seen.size, family).toBe(index + 1);
  }
  for (const family of FAMILY_NAMES.slice(1)) {
    await page.keyboard.press("ArrowRight");
    await expect(canvas(page)).toHaveAttribute("data-family", family);
    await page.reload();
    await sceneReady(page);
    await expect(canvas(page)).toHaveAttribute("data-family", family);
    await page.getByRole("button", { name: "3D options" }).click();
    await picker(page).getByRole("radio", { checked: true }).focus();
  }
});

test("the set of the home screen is chosen in the View dialog, which loads the pictures", async ({ page }) => {
  const pictures = new Set<string>();
  page.on("request", (request) => {
    if (/family-\w+-.*\.webp/.test(request.url())) pictures.add(request.url());
  });
  await openAddress(page, "./?quality=low");
  await sceneReady(page);
  expect(pictures.size).toBe(0);
  await openDialog(page, "View");
  await picker(page).getByText("Walnut and boxwood").click();
  await expect(canvas(page)).toHaveAttribute("data-family", "walnut");
  await expect.poll(() => pictures.size).toBe(FAMILY_NAMES.length);
  await closeDialog(page);
  await expect(canvas(page)).toHaveAttribute("data-family", "walnut");
});

test("preferences with the old themes open with the default set", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    localStorage.setItem("trid.view", JSON.stringify({ boardTheme: "glass", pieceTheme: "classic", labels: true }));
  });
  await openPage(page, { search: "?view=scene&quality=low" });
  await sceneReady(page);
  await expect(canvas(page)).toHaveAttribute("data-family", "amber");
  expect(errors).toEqual([]);
});

test("the slicer follows the wheel, and Escape shows all levels", async ({ page }) => {
  await openPage(page, { search: "?view=scene&quality=low" });
  await sceneReady(page);
  const slicer = page.locator(".scene-slicer");
  await slicer.hover();
  for (const storey of ["5", "4", "3"]) {
    await page.mouse.wheel(0, 100);
    await expect(slicer).toHaveValue(storey);
  }
  await page.mouse.wheel(0, -100);
  await expect(slicer).toHaveValue("4");
  await page.keyboard.press("Escape");
  await expect(slicer).toHaveValue("6");
});
