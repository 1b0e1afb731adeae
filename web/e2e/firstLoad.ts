// What the first visit downloads from a server, file by file.
import { expect, type Page, type Request } from "@playwright/test";

export interface Download {
  readonly path: string;
  /** The encoding that the server sent, such as `br`; empty if it sent the file as it is. */
  readonly encoding: string;
  /** Bytes of the body as they were sent. */
  readonly bytes: number;
}

/** Opens a server's page with both views and waits until the scene is loaded. */
export async function firstLoad(page: Page, address: string): Promise<Download[]> {
  const requests = new Map<string, Request>();
  page.on("requestfinished", (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !pathname.startsWith("/api/")) requests.set(pathname, request);
  });
  await page.goto(`${address}/?quality=low`);
  await expect(page.locator(".home-daily .map")).toBeVisible();
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 120_000 });
  return Promise.all(
    [...requests].sort().map(async ([path, request]) => ({
      path,
      encoding: (await (await request.response())?.headerValue("content-encoding")) ?? "",
      bytes: (await request.sizes()).responseBodySize,
    })),
  );
}
