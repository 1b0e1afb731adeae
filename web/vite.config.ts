// Builds the client as static files with relative paths, so that any host can serve it.
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { brotli } from "./build/brotli.ts";
import { daily } from "./build/daily.ts";
import { guide } from "./build/guide.ts";
import { chunkOf } from "./build/pageChunk.ts";
import { offlineWorker } from "./build/offlineWorker.ts";
import { shell } from "./build/shell.ts";

export default defineConfig({
  base: "./",
  plugins: [guide(), daily(), shell(), offlineWorker(), brotli()],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1024,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        manualChunks: chunkOf({
          page: join(import.meta.dirname, "src/app/main.tsx"),
          scene: join(import.meta.dirname, "src/board/scene/index.ts"),
        }),
      },
    },
  },
  // The puzzles are in a folder beside this one.
  server: { fs: { allow: [".."] } },
  worker: { format: "es" },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.{ts,tsx}"],
    // Long enough for a machine that is busy with other things.
    testTimeout: 60_000,
  },
});
