// Builds the client as static files with relative paths, so that any host can serve it.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { brotli } from "./brotli.ts";
import { leanThree } from "./leanThree.ts";

/** Lists every built file for the service worker to cache. */
const offlineList: Plugin = {
  name: "offline-list",
  apply: "build",
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
    this.emitFile({ type: "asset", fileName: "offline.json", source: JSON.stringify(files.sort()) });
  },
};

export default defineConfig({
  base: "./",
  plugins: [leanThree(), offlineList, brotli()],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1024,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
