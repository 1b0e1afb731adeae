// A Vite plugin that writes the service worker with the list of built files and a version that follows from it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The service worker for a version of the page: its files, and its HTML. */
export function renderWorker(template: string, files: readonly string[], page: string): string {
  const version = createHash("sha256").update(files.join("\n")).update(page).digest("hex").slice(0, 12);
  return template.replace('["__FILES__"]', JSON.stringify(files)).replace("__VERSION__", version);
}

/** Whether a file is cached at once; puzzles are cached when they are used. */
export function isCachedAtOnce(name: string): boolean {
  return name.startsWith("assets/") && !name.startsWith("assets/puzzles-");
}

export function offlineWorker(): Plugin {
  return {
    name: "offline-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.keys(bundle).filter(isCachedAtOnce);
        const page = bundle["index.html"];
        const html = page?.type === "asset" ? String(page.source) : "";
        const template = readFileSync(join(import.meta.dirname, "offline.js"), "utf8");
        this.emitFile({ type: "asset", fileName: "offline.js", source: renderWorker(template, files.sort(), html) });
      },
    },
  };
}
