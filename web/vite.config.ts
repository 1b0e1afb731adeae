// How the client is built and tested: a folder of static files with relative paths, so that any host can serve it.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { brotli } from "./brotli.ts";
import { leanThree } from "./leanThree.ts";

/** Names every built file, for the service worker to keep. */
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
    // A browser that cannot preload modules loads them all the same.
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
