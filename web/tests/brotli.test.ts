// Which built files get a compressed copy.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compressFolder } from "../build/brotli";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trid-brotli-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("the compressed copy decompresses to the same bytes", () => {
  const script = "export const move = 'b2Wb4N';\n".repeat(50);
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/main.js"), script);
  compressFolder(folder);
  expect(brotliDecompressSync(readFileSync(join(folder, "assets/main.js.br"))).toString()).toBe(script);
  expect(readFileSync(join(folder, "assets/main.js")).toString()).toBe(script);
});

test("files that do not shrink and files the server modifies get no copy", () => {
  writeFileSync(join(folder, "icon.png"), Buffer.from([137, 80, 78, 71]));
  writeFileSync(join(folder, "index.html"), "<head></head>".repeat(50));
  compressFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(["icon.png", "index.html"]);
});
