// With the cable unplugged: the page opens again, plays, reads records, and the computer thinks.
import { expect, test } from "@playwright/test";
import { expectPly, mapHand, openTable, playBy } from "./table";

test.use({ serviceWorkers: "allow" });

test("once visited, the page opens and plays without a network", async ({ page, context }) => {
  await openTable(page);
  await playBy(page, mapHand(page), "b2Wb4N");
  await expectPly(page, 1);
  // Everything is kept once the list of files and the cache agree.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const files = (await (await fetch("./offline.json")).json()) as string[];
        const kept = (await (await caches.open("trid")).keys()).map((request) => request.url);
        return (
          files.every((file) => kept.includes(new URL(file, location.href).href)) &&
          kept.includes(new URL("./", location.href).href)
        );
      }),
    )
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expectPly(page, 1);
  await playBy(page, mapHand(page), "b7Bb5N");
  await expectPly(page, 2);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: \S+/, { timeout: 30_000 });
});
