// A Vite plugin that writes the service worker with the list of built files and a version that follows from it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Files of `public` that the page refers to. */
const PUBLIC = ["icon.svg", "manifest.webmanifest"];

/** What few visits need, so that it is cached only when it is used: pictures of sets, and the module with films. */
const RARE = /^assets\/(family-.*\.webp|trid_film.*\.wasm)$/;

/** The service worker for a version of the page, from the names of all built files and its HTML. */
export function renderWorker(template: string, built: readonly string[], page: string): string {
  const assets = built.filter((name) => name.startsWith("assets/")).sort();
  const puzzles = assets.filter((name) => /^assets\/puzzles-.*\.txt$/.test(name));
  const shown = assets.filter((name) => !puzzles.includes(name) && !RARE.test(name));
  const files = [...shown, ...PUBLIC];
  const version = createHash("sha256").update(files.join("\n")).update(page).digest("hex").slice(0, 12);
  return template
    .replace('["__FILES__"]', JSON.stringify(files))
    .replace('["__PUZZLES__"]', JSON.stringify(puzzles))
    .replace("__VERSION__", version);
}

export function offlineWorker(): Plugin {
  return {
    name: "offline-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["index.html"];
        const html = page?.type === "asset" ? String(page.source) : "";
        const template = readFileSync(join(import.meta.dirname, "offline.js"), "utf8");
        this.emitFile({
          type: "asset",
          fileName: "offline.js",
          source: renderWorker(template, Object.keys(bundle), html),
        });
      },
    },
  };
}
