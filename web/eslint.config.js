// Lint rules: strict types, no import cycles, and imports only from lower layers.
import { defineConfig } from "eslint/config";
import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

/** The folders of `src` from the bottom up: a folder imports only those before it. `app` alone imports the features. */
const folders = ["wire", "text", "storage", "core", "place", "board", "ui", "sound"];
const features = ["game", "online", "learn", "analysis", "editor"];

/** Folders that draw nothing, so that they are tested without a browser. */
const plain = ["wire", "text", "storage", "core", "place"];

const layers = [...folders, ...features].map((name, at) => ({
  files: [`src/${name}/**`],
  forbidden: [
    ...[...folders.slice(at + 1), ...features, "app"]
      .filter((other) => other !== name)
      .map((other) => `**/${other}/**`),
    ...(name === "board" ? [] : ["three", "three/**"]),
    ...(plain.includes(name) ? ["preact", "preact/**"] : []),
  ],
}));

export default defineConfig(
  {
    ignores: [
      "eslint.config.js",
      "build/offline.js",
      "public",
      "dist",
      "node_modules",
      "src/wasm",
      "test-results",
      "playwright-report",
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver()] },
    rules: {
      "import-x/no-cycle": "error",
      "import-x/no-self-import": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["src/**"],
    rules: { "max-lines-per-function": ["error", 80] },
  },
  {
    // A test that waits for a time passes only on a machine that is fast enough.
    files: ["e2e/**"],
    rules: {
      "no-restricted-properties": [
        "error",
        { property: "waitForTimeout", message: "Wait on what the page shows, or pause the page's clock." },
      ],
    },
  },
  ...layers.map(({ files, forbidden }) => ({
    files,
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: forbidden, message: "This folder must not import from that one." }] },
      ],
    },
  })),
);
