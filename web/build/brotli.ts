// A Vite plugin that writes a Brotli-compressed copy beside every built file, a sixth smaller than gzip. The server embeds
// both, so it needs no Brotli compressor of its own.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

/** The server modifies this file, so a compressed copy would be stale. */
const MODIFIED_BY_SERVER = "index.html";

/** The content compressed at the highest quality, or null if that saves nothing. */
export function compress(content: Buffer): Buffer | null {
  const compressed = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  return compressed.length < content.length ? compressed : null;
}

/** Writes `name.br` beside every file in a folder and its subfolders. */
export function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === MODIFIED_BY_SERVER) continue;
    const path = join(entry.parentPath, entry.name);
    const compressed = compress(readFileSync(path));
    if (compressed !== null) writeFileSync(`${path}.br`, compressed);
  }
}

export function brotli(): Plugin {
  let folder = "";
  return {
    name: "brotli",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      compressFolder(folder);
    },
  };
}
