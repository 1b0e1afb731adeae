// The service worker: after one visit the page opens and plays without a network, and a new version waits to be applied.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { expectCached, expectPly, openAddress, openPage, playInMap } from "./gamePage";

test.use({ serviceWorkers: "allow" });

test("after one visit, the page opens and plays without a network", async ({ page, context }) => {
  await openPage(page);
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  await expectCached(page);
  await context.setOffline(true);
  await page.reload();
  await expectPly(page, 1);
  await playInMap(page, "b7Bb5N");
  await expectPly(page, 2);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: \S+/, { timeout: 60_000 });
});

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  wasm: "application/wasm",
};

/** A host of the built page that can switch to the next version: another worker, and a page with another title. */
async function startHost(): Promise<{ address: string; upgrade: () => void; close: () => void }> {
  let upgraded = false;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname.slice(1) || "index.html";
    let body: string | Buffer = readFileSync(join(import.meta.dirname, "../dist", path));
    if (upgraded && path === "offline.js") body = body.toString().replace(/VERSION = "\w+"/, 'VERSION = "next"');
    if (upgraded && path === "index.html") body = body.toString().replace("<title>Tri-D", "<title>Tri-D next");
    response.setHeader("content-type", TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream").end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    upgrade: () => (upgraded = true),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a new version is offered and applied only when the player asks for it", async ({ page }) => {
  const host = await startHost();
  await openAddress(page, `${host.address}?view=map#play`);
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  await expectCached(page);
  host.upgrade();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const bar = page.getByText("A new version is ready.");
  await expect(bar).toBeVisible();
  // The running version keeps its files and stays, also after a reload.
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: \S+/, { timeout: 60_000 });
  await page.reload();
  await expectPly(page, 1);
  await expect(page).toHaveTitle("Tri-D");
  await expect(bar).toBeVisible();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page).toHaveTitle("Tri-D next");
  await expectPly(page, 1);
  await expect(bar).toHaveCount(0);
  host.close();
});
