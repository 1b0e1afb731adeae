// A Vite plugin that builds three.js from source without the parts the scene never uses, a tenth of the first load: WebXR,
// shaders of unused materials, and shader branches behind defines that no material sets. Using a removed part fails
// loudly: a shader does not compile, or a call throws.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Shader defines that are never set. Remove one from this list before using its feature. */
export const UNUSED_DEFINES: readonly string[] = [
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

/** Shader constants that are always 0. */
export const ZERO_CONSTANTS: readonly string[] = [
  "NUM_CLIPPING_PLANES",
  "NUM_LIGHT_PROBE_GRIDS",
  "NUM_RECT_AREA_LIGHTS",
];

/** Shaders of unused materials. `cube` is missing here because PMREMGenerator needs it. */
const UNUSED_SHADERS =
  /\/ShaderLib\/(?:background|backgroundCube|distance|equirect|linedashed|meshmatcap|meshnormal|meshphong|meshtoon|points|sprite)\.glsl\.js$/;

/** Stubs for modules that the renderer always calls. */
const STUBS: Readonly<Record<string, string>> = {
  "webxr/WebXRManager.js": `
    const noop = () => {};
    export function WebXRManager() {
      return {
        enabled: false,
        isPresenting: false,
        addEventListener: noop,
        removeEventListener: noop,
        setAnimationLoop: noop,
        getEnvironmentBlendMode: noop,
        dispose: noop,
      };
    }`,
  "webgl/WebGLMorphtargets.js": `
    export function WebGLMorphtargets() {
      return { update() { throw new Error("morph targets were removed from this build"); } };
    }`,
  "webgl/WebGLUniformsGroups.js": `
    const fail = () => { throw new Error("uniform groups were removed from this build"); };
    export function WebGLUniformsGroups() {
      return { update: fail, bind: fail, dispose() {} };
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
      const stub = Object.entries(STUBS).find(([name]) => id === join(sources, "renderers", name));
      return stub?.[1] ?? null;
    },
    transform(code, id) {
      if (id === join(sources, "extras/PMREMGenerator.js")) return { code: reduceSamples(code), map: null };
      if (!id.startsWith(sources) || !id.endsWith(".glsl.js")) return null;
      const strip = UNUSED_SHADERS.test(id) ? () => "#error this shader was removed from the build\n" : stripShader;
      const guard = id.endsWith("/common.glsl.js") ? guards() : "";
      const text = code.replaceAll(/`([^`]*)`/g, (_, shader: string) => `\`${guard}${strip(shader)}\``);
      return { code: text, map: null };
    },
  };
}

/** The simple environment room needs fewer samples than a photograph; saves a second with software rendering. */
export function reduceSamples(code: string): string {
  const reduced = code.replace("const GGX_SAMPLES = 256;", "const GGX_SAMPLES = 48;");
  if (reduced === code) throw new Error("lean-three found no GGX_SAMPLES in this three.js");
  return reduced;
}

/** A check for the top of every shader that fails to compile when a removed feature is used. */
function guards(): string {
  const defines = UNUSED_DEFINES.map((name) => `defined(${name})`);
  const constants = ZERO_CONSTANTS.map((name) => `${name} > 0`);
  return `\n#if ${[...defines, ...constants].join(" || ")}\n#error a feature removed from this build is used\n#endif\n`;
}

/** Strips comments, indentation and the branches of unused defines. */
export function stripShader(shader: string): string {
  const lines = shader
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter((line) => line !== "");
  return `\n${dropBranches(lines).join("\n")}\n`;
}

/** An open preprocessor conditional. */
interface Conditional {
  /** Whether the current branch stays. */
  kept: boolean;
  /** Whether its own directives stay, since its condition is not known at build time. */
  readonly dynamic: boolean;
}

function dropBranches(lines: readonly string[]): string[] {
  const result: string[] = [];
  const open: Conditional[] = [];
  const kept = (): boolean => open.every((each) => each.kept);
  for (const line of lines) {
    const top = open.at(-1);
    if (/^#\s*if/.test(line)) {
      const value = staticValue(line);
      if (value === null && kept()) result.push(line);
      open.push({ kept: value ?? true, dynamic: value === null });
    } else if (/^#\s*(?:else|elif)/.test(line) && top) {
      if (top.dynamic) {
        if (kept()) result.push(line);
      } else if (/^#\s*elif/.test(line)) {
        throw new Error(`lean-three cannot drop the branch before "${line}"`);
      } else top.kept = !top.kept;
    } else if (/^#\s*endif/.test(line) && top) {
      if (top.dynamic && kept()) result.push(line);
      open.pop();
    } else if (kept()) result.push(line);
  }
  return result;
}

/** The condition's value if it is known at build time, else null. */
function staticValue(line: string): boolean | null {
  const [, not, name = ""] =
    /^#\s*if(n?)def\s+(\w+)$/.exec(line) ?? /^#\s*if\s+(!?)\s*defined\(\s*(\w+)\s*\)$/.exec(line) ?? [];
  if (UNUSED_DEFINES.includes(name)) return not !== "";
  const [, count = ""] = /^#\s*if\s+\(?\s*(\w+)\s*>\s*0\s*\)?(?:\s*&&.*)?$/.exec(line) ?? [];
  return ZERO_CONSTANTS.includes(count) ? false : null;
}
