// Lint rules: strict types, no import cycles, and imports only from lower layers.
import { defineConfig } from "eslint/config";
import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

const views = ["three", "three/**", "preact", "preact/**"];

/** The layers and the imports they must not have. */
const layers = [
  {
    files: ["src/text/**"],
    forbidden: [...views, ...above("state", "source", "scene", "map", "panels", "learn", "analysis", "editor")],
  },
  {
    files: ["src/wire/**"],
    forbidden: [...views, ...above("state", "source", "scene", "map", "panels", "learn", "analysis", "editor")],
  },
  {
    files: ["src/source/**"],
    forbidden: [...views, ...above("state", "scene", "map", "panels", "learn", "analysis", "editor")],
  },
  { files: ["src/state/**"], forbidden: [...views, ...above("scene", "map", "panels", "learn", "analysis", "editor")] },
  { files: ["src/scene/**"], forbidden: above("map", "panels", "learn", "analysis", "editor") },
  {
    files: ["src/map/**"],
    forbidden: ["three", "three/**", ...above("scene", "panels", "learn", "analysis", "editor")],
  },
  {
    files: ["src/panels/**", "src/learn/**", "src/analysis/**", "src/editor/**"],
    forbidden: ["three", "three/**", ...above("scene")],
  },
];

function above(...names) {
  return names.map((name) => `**/${name}/**`);
}

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
        { patterns: [{ group: forbidden, message: "This layer must not import from a higher layer." }] },
      ],
    },
  })),
);
