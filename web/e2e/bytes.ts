// What the first visit downloads, file by file, as static hosts compress it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { openTable } from "./table";

const DIST = join(import.meta.dirname, "../dist");

export interface Download {
  readonly name: string;
  readonly gzip: number;
  readonly brotli: number;
}

/** Opens the page with both views, and waits until the set is drawn. */
export async function firstLoad(page: Page): Promise<Download[]> {
  const names = new Set<string>();
  page.on("response", (response) => {
    const { pathname, protocol } = new URL(response.url());
    if (!protocol.startsWith("http") || pathname.startsWith("/api/")) return;
    names.add(pathname === "/" ? "/index.html" : pathname);
  });
  await openTable(page, { search: "?quality=low" });
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
  return [...names].sort().map((name) => {
    const bytes = readFileSync(join(DIST, name));
    return { name, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
  });
}
