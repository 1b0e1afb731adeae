// A Vite plugin that leaves a second form of every built file beside it, compressed by Brotli: a sixth less than gzip.
// The server embeds both; it has no compressor of its own to build.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

/** The server writes into this one, so that a form made here would not fit. */
const CHANGED_LATER = "index.html";

/** A file's content compressed as far as it goes, or null where that saves nothing. */
export function compress(content: Buffer): Buffer | null {
  const packed = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  return packed.length < content.length ? packed : null;
}

/** Writes the compressed form of every file in a folder, and of those below, as its name with `.br`. */
export function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === CHANGED_LATER) continue;
    const path = join(entry.parentPath, entry.name);
    const packed = compress(readFileSync(path));
    if (packed !== null) writeFileSync(`${path}.br`, packed);
  }
}

export function brotli(): Plugin {
  let folder = "";
  return {
    name: "brotli",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      compressFolder(folder);
    },
  };
}
