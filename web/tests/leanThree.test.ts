// What is taken out of shaders, and what must stay.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { fewerSamples, leanShader } from "../leanThree";

test.each([
  ["comments and indents go", "\tfloat a; // one\n/* two\n lines */\n\n  float b;", "float a;\nfloat b;"],
  ["a switch that is off takes its branch along", "#ifdef USE_FOG\nfog;\n#endif\nrest;", "rest;"],
  ["its other branch stays", "#ifdef USE_FOG\nfog;\n#else\nclear;\n#endif", "clear;"],
  ["the branch for its absence stays", "#ifndef USE_FOG\nclear;\n#else\nfog;\n#endif", "clear;"],
  ["written the other way too", "#if defined( USE_FOG )\nfog;\n#endif\nrest;", "rest;"],
  ["what is inside goes with it", "#ifdef USE_FOG\n#ifdef FOG_EXP2\na;\n#else\nb;\n#endif\n#endif\nrest;", "rest;"],
  ["a count that is 0", "#if NUM_CLIPPING_PLANES > 0\nclip;\n#endif\nrest;", "rest;"],
  ["other switches stay as they are", "#ifdef USE_MAP\na;\n#else\nb;\n#endif", "#ifdef USE_MAP\na;\n#else\nb;\n#endif"],
  [
    "conditions that also depend on others stay",
    "#if defined( USE_FOG ) || defined( USE_MAP )\na;\n#elif defined( USE_UV )\nb;\n#endif",
    "#if defined( USE_FOG ) || defined( USE_MAP )\na;\n#elif defined( USE_UV )\nb;\n#endif",
  ],
])("%s", (_, shader, expected) => {
  expect(leanShader(shader).trim()).toBe(expected);
});

test("a branch that it cannot drop safely is refused", () => {
  expect(() => leanShader("#ifdef USE_FOG\na;\n#elif defined( USE_MAP )\nb;\n#endif")).toThrow(/USE_MAP/);
});

test("the samples of reflections are found in the three.js at hand, or missed loudly", async () => {
  const source = createRequire(import.meta.url).resolve("three/src/extras/PMREMGenerator.js");
  const code = await readFile(source, "utf8");
  expect(fewerSamples(code)).toHaveLength(code.length - 1);
  expect(() => fewerSamples("const OTHER = 256;")).toThrow(/samples/);
});
