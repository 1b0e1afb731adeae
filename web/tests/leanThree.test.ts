// Which parts of shaders the lean three.js build removes.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { reduceSamples, stripShader } from "../leanThree";

test.each([
  ["removes comments and indentation", "\tfloat a; // one\n/* two\n lines */\n\n  float b;", "float a;\nfloat b;"],
  ["removes the branch of an unused define", "#ifdef USE_FOG\nfog;\n#endif\nrest;", "rest;"],
  ["keeps its #else branch", "#ifdef USE_FOG\nfog;\n#else\nclear;\n#endif", "clear;"],
  ["keeps the #ifndef branch", "#ifndef USE_FOG\nclear;\n#else\nfog;\n#endif", "clear;"],
  ["understands #if defined()", "#if defined( USE_FOG )\nfog;\n#endif\nrest;", "rest;"],
  [
    "removes nested conditionals with their branch",
    "#ifdef USE_FOG\n#ifdef FOG_EXP2\na;\n#else\nb;\n#endif\n#endif\nrest;",
    "rest;",
  ],
  ["removes the branch of a constant that is 0", "#if NUM_CLIPPING_PLANES > 0\nclip;\n#endif\nrest;", "rest;"],
  ["keeps other defines", "#ifdef USE_MAP\na;\n#else\nb;\n#endif", "#ifdef USE_MAP\na;\n#else\nb;\n#endif"],
  [
    "keeps conditions that depend on several defines",
    "#if defined( USE_FOG ) || defined( USE_MAP )\na;\n#elif defined( USE_UV )\nb;\n#endif",
    "#if defined( USE_FOG ) || defined( USE_MAP )\na;\n#elif defined( USE_UV )\nb;\n#endif",
  ],
])("%s", (_, shader, expected) => {
  expect(stripShader(shader).trim()).toBe(expected);
});

test("throws on a branch that it cannot drop safely", () => {
  expect(() => stripShader("#ifdef USE_FOG\na;\n#elif defined( USE_MAP )\nb;\n#endif")).toThrow(/USE_MAP/);
});

test("reduces the PMREM samples of the installed three.js, and throws if it finds none", async () => {
  const source = createRequire(import.meta.url).resolve("three/src/extras/PMREMGenerator.js");
  const code = await readFile(source, "utf8");
  expect(reduceSamples(code)).toHaveLength(code.length - 1);
  expect(() => reduceSamples("const OTHER = 256;")).toThrow(/GGX_SAMPLES/);
});
