// A Vite plugin that takes three.js from its sources and leaves out what the set never uses, a tenth of the first load:
// virtual reality, other materials' shaders, and whatever in a shader stands behind a switch that no material turns on.
// What is left out fails loudly when it is used after all: a shader does not compile, a call throws.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Shader switches that the set leaves off. To use one of them, take it off this list. */
export const OFF: readonly string[] = [
  "USE_ALPHAHASH",
  "USE_ANISOTROPY",
  "USE_AOMAP",
  "USE_BATCHING",
  "USE_BUMPMAP",
  "USE_CLEARCOATMAP",
  "USE_CLEARCOAT_NORMALMAP",
  "USE_CLEARCOAT_ROUGHNESSMAP",
  "USE_DISPERSION",
  "USE_DISPLACEMENTMAP",
  "USE_EMISSIVEMAP",
  "USE_FOG",
  "USE_GRADIENTMAP",
  "USE_IRIDESCENCE",
  "USE_LIGHTMAP",
  "USE_LOGARITHMIC_DEPTH_BUFFER",
  "USE_METALNESSMAP",
  "USE_MORPHTARGETS",
  "USE_MORPHCOLORS",
  "USE_MORPHNORMALS",
  "USE_INSTANCING_MORPH",
  "USE_ROUGHNESSMAP",
  "USE_SHEEN",
  "USE_SKINNING",
  "USE_SPECULARMAP",
  "USE_TRANSMISSION",
];

/** Counts that stay 0. */
export const NONE: readonly string[] = ["NUM_CLIPPING_PLANES", "NUM_LIGHT_PROBE_GRIDS", "NUM_RECT_AREA_LIGHTS"];

/** Whole shaders of materials that the set does not use; `cube` also makes the reflections. */
const SHADERS =
  /\/ShaderLib\/(?:background|backgroundCube|distance|equirect|linedashed|meshmatcap|meshnormal|meshphong|meshtoon|points|sprite)\.glsl\.js$/;

/** Parts that the renderer calls at set points, with what is left of them. */
const PARTS: Readonly<Record<string, string>> = {
  "webxr/WebXRManager.js": `
    const nothing = () => {};
    export function WebXRManager() {
      return {
        enabled: false,
        isPresenting: false,
        addEventListener: nothing,
        removeEventListener: nothing,
        setAnimationLoop: nothing,
        getEnvironmentBlendMode: nothing,
        dispose: nothing,
      };
    }`,
  "webgl/WebGLMorphtargets.js": `
    export function WebGLMorphtargets() {
      return { update() { throw new Error("morph targets were left out of this build"); } };
    }`,
  "webgl/WebGLUniformsGroups.js": `
    const refuse = () => { throw new Error("uniform groups were left out of this build"); };
    export function WebGLUniformsGroups() {
      return { update: refuse, bind: refuse, dispose() {} };
    }`,
};

export function leanThree(): Plugin {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve("three")));
  const sources = join(folder, "src");
  return {
    name: "lean-three",
    enforce: "pre",
    apply: "build",
    resolveId: (source) => (source === "three" ? join(sources, "Three.js") : null),
    load(id) {
      const part = Object.entries(PARTS).find(([name]) => id === join(sources, "renderers", name));
      return part?.[1] ?? null;
    },
    transform(code, id) {
      if (id === join(sources, "extras/PMREMGenerator.js")) return { code: fewerSamples(code), map: null };
      if (!id.startsWith(sources) || !id.endsWith(".glsl.js")) return null;
      const lean = SHADERS.test(id) ? () => "#error this shader was left out of the build\n" : leanShader;
      const guard = id.endsWith("/common.glsl.js") ? guards() : "";
      const text = code.replaceAll(/`([^`]*)`/g, (_, shader: string) => `\`${guard}${lean(shader)}\``);
      return { code: text, map: null };
    },
  };
}

/** Reflections of a room of soft boxes need fewer samples than those of a photograph: a second less before software has drawn them. */
export function fewerSamples(code: string): string {
  const fewer = code.replace("const GGX_SAMPLES = 256;", "const GGX_SAMPLES = 48;");
  if (fewer === code) throw new Error("lean-three does not find the samples of reflections in this three.js");
  return fewer;
}

/** Every shader includes these lines, so that a switch turned on after all is noticed. */
function guards(): string {
  const off = OFF.map((name) => `defined(${name})`);
  const none = NONE.map((name) => `${name} > 0`);
  return `\n#if ${[...off, ...none].join(" || ")}\n#error a feature was used that was left out of this build\n#endif\n`;
}

/** A shader without comments, indents, and the branches behind switches that are off. */
export function leanShader(shader: string): string {
  const lines = shader
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter((line) => line !== "");
  return `\n${dropBranches(lines).join("\n")}\n`;
}

/** A conditional on the way: whether its present branch is kept, and whether its own lines stay with it. */
interface Open {
  kept: boolean;
  readonly told: boolean;
}

function dropBranches(lines: readonly string[]): string[] {
  const result: string[] = [];
  const open: Open[] = [];
  const kept = (): boolean => open.every((each) => each.kept);
  for (const line of lines) {
    const top = open.at(-1);
    if (/^#\s*if/.test(line)) {
      const known = whether(line);
      if (known === null && kept()) result.push(line);
      open.push({ kept: known ?? true, told: known === null });
    } else if (/^#\s*(?:else|elif)/.test(line) && top) {
      if (top.told) {
        if (kept()) result.push(line);
      } else if (/^#\s*elif/.test(line)) {
        throw new Error(`lean-three does not know how to drop the branch before "${line}"`);
      } else top.kept = !top.kept;
    } else if (/^#\s*endif/.test(line) && top) {
      if (top.told && kept()) result.push(line);
      open.pop();
    } else if (kept()) result.push(line);
  }
  return result;
}

/** Whether the branch after a condition is ever taken; null when that depends. */
function whether(line: string): boolean | null {
  const [, not, name = ""] =
    /^#\s*if(n?)def\s+(\w+)$/.exec(line) ?? /^#\s*if\s+(!?)\s*defined\(\s*(\w+)\s*\)$/.exec(line) ?? [];
  if (OFF.includes(name)) return not !== "";
  const [, count = ""] = /^#\s*if\s+\(?\s*(\w+)\s*>\s*0\s*\)?(?:\s*&&.*)?$/.exec(line) ?? [];
  return NONE.includes(count) ? false : null;
}
