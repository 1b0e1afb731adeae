// Without a network: after one visit the page opens again, plays, and the computer thinks.
import { expect, test } from "@playwright/test";
import { expectPly, openPage, playInMap } from "./gamePage";

test.use({ serviceWorkers: "allow" });

test("after one visit, the page opens and plays without a network", async ({ page, context }) => {
  await openPage(page);
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  // The service worker is done when the cache holds every listed file.
  const isCached = () =>
    page.evaluate(async () => {
      const files = (await (await fetch("./offline.json")).json()) as string[];
      const cached = (await (await caches.open("trid")).keys()).map((request) => request.url);
      return ["./", ...files].every((file) => cached.includes(new URL(file, location.href).href));
    });
  await expect.poll(isCached, { timeout: 120_000 }).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expectPly(page, 1);
  await playInMap(page, "b7Bb5N");
  await expectPly(page, 2);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: \S+/, { timeout: 60_000 });
});
