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
  ["keeps other defines", "#ifdef USE_COLOR\na;\n#else\nb;\n#endif", "#ifdef USE_COLOR\na;\n#else\nb;\n#endif"],
  [
    "keeps conditions that depend on several defines",
    "#if defined( USE_FOG ) || defined( USE_COLOR )\na;\n#elif defined( USE_UV )\nb;\n#endif",
    "#if defined( USE_FOG ) || defined( USE_COLOR )\na;\n#elif defined( USE_UV )\nb;\n#endif",
  ],
  [
    "removes a branch that needs an unused define too",
    "#if defined( USE_COLOR ) && defined( USE_FOG )\na;\n#endif",
    "",
  ],
  [
    "removes a branch when each alternative is unused",
    "#if defined( USE_FOG ) || NUM_CLIPPING_PLANES > 0\na;\n#endif",
    "",
  ],
  [
    "knows that the opposite always holds",
    "#if ! defined ( USE_FOG ) || defined( USE_COLOR )\na;\n#else\nb;\n#endif",
    "a;",
  ],
  [
    "keeps other comparisons",
    "#if ( INDEX < NUM_CLIPPING_PLANES )\na;\n#endif",
    "#if ( INDEX < NUM_CLIPPING_PLANES )\na;\n#endif",
  ],
  [
    "begins with the next condition when the first is unused",
    "#ifdef USE_FOG\na;\n#elif defined( USE_COLOR )\nb;\n#else\nc;\n#endif",
    "#if defined( USE_COLOR )\nb;\n#else\nc;\n#endif",
  ],
  [
    "removes an unused condition in the middle",
    "#ifdef USE_COLOR\na;\n#elif defined( USE_FOG )\nb;\n#else\nc;\n#endif",
    "#ifdef USE_COLOR\na;\n#else\nc;\n#endif",
  ],
  [
    "ends with a condition that always holds",
    "#ifdef USE_COLOR\na;\n#elif ! defined( USE_FOG )\nb;\n#else\nc;\n#endif",
    "#ifdef USE_COLOR\na;\n#else\nb;\n#endif",
  ],
])("%s", (_, shader, expected) => {
  expect(stripShader(shader).trim()).toBe(expected);
});

test("reduces the PMREM samples of the installed three.js, and throws if it finds none", async () => {
  const source = createRequire(import.meta.url).resolve("three/src/extras/PMREMGenerator.js");
  const code = await readFile(source, "utf8");
  expect(reduceSamples(code)).toHaveLength(code.length - 1);
  expect(() => reduceSamples("const OTHER = 256;")).toThrow(/GGX_SAMPLES/);
});
