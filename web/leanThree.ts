// A Vite plugin that builds three.js from source without the parts the scene never uses, a tenth of the first load: WebXR,
// shaders of unused materials, and shader branches behind defines that no material sets. Using a removed part fails
// loudly: a shader does not compile, or a call throws.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Shader defines that are never set. Remove one from this list before using its feature. */
export const UNUSED_DEFINES: readonly string[] = [
  "ALPHA_TO_COVERAGE",
  "DECODE_VIDEO_TEXTURE",
  "DITHERING",
  "ENVMAP_TYPE_CUBE",
  "FLAT_SHADED",
  "SHADOWMAP_TYPE_BASIC",
  "SHADOWMAP_TYPE_PCF",
  "USE_ALPHAHASH",
  "USE_ALPHAMAP",
  "USE_ALPHATEST",
  "USE_ANISOTROPY",
  "USE_ANISOTROPYMAP",
  "USE_AOMAP",
  "USE_BATCHING",
  "USE_BATCHING_COLOR",
  "USE_BUMPMAP",
  "USE_CLEARCOATMAP",
  "USE_CLEARCOAT_NORMALMAP",
  "USE_CLEARCOAT_ROUGHNESSMAP",
  "USE_DIFFUSE_ROUGHNESS",
  "USE_DIFFUSE_ROUGHNESSMAP",
  "USE_DISPERSION",
  "USE_DISPLACEMENTMAP",
  "USE_EMISSIVEMAP",
  "USE_FOG",
  "USE_GRADIENTMAP",
  "USE_INSTANCING_MORPH",
  "USE_IRIDESCENCE",
  "USE_IRIDESCENCEMAP",
  "USE_IRIDESCENCE_THICKNESSMAP",
  "USE_LIGHTMAP",
  "USE_LIGHT_PROBES",
  "USE_LOGARITHMIC_DEPTH_BUFFER",
  "USE_MAP",
  "USE_METALNESSMAP",
  "USE_MORPHCOLORS",
  "USE_MORPHNORMALS",
  "USE_MORPHTARGETS",
  "USE_NORMALMAP",
  "USE_NORMALMAP_OBJECTSPACE",
  "USE_NORMALMAP_TANGENTSPACE",
  "USE_PACKED_NORMALMAP",
  "USE_POINTS_UV",
  "USE_RETROREFLECTION",
  "USE_REVERSED_DEPTH_BUFFER",
  "USE_ROUGHNESSMAP",
  "USE_SHEEN",
  "USE_SHEEN_COLORMAP",
  "USE_SHEEN_ROUGHNESSMAP",
  "USE_SKINNING",
  "USE_SPECULARMAP",
  "USE_SPECULAR_COLORMAP",
  "USE_SPECULAR_INTENSITYMAP",
  "USE_TANGENT",
  "USE_THICKNESSMAP",
  "USE_TRANSMISSION",
  "USE_TRANSMISSIONMAP",
  "USE_UV1",
  "USE_UV2",
  "USE_UV3",
];

/** Shader constants that are always 0. */
export const ZERO_CONSTANTS: readonly string[] = [
  "NUM_CLIPPING_PLANES",
  "NUM_LIGHT_PROBE_GRIDS",
  "NUM_POINT_LIGHTS",
  "NUM_POINT_LIGHT_SHADOWS",
  "NUM_RECT_AREA_LIGHTS",
  "NUM_SPOT_LIGHTS",
  "NUM_SPOT_LIGHT_COORDS",
  "NUM_SPOT_LIGHT_MAPS",
  "NUM_SPOT_LIGHT_SHADOWS",
  "NUM_SUN_LIGHTS",
  "NUM_SUN_LIGHT_SHADOWS",
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
  /** Whether its directives stay, since a condition so far is not known at build time. */
  dynamic: boolean;
  /** Whether a branch that is always taken has been found, so that the rest goes. */
  decided: boolean;
}

function dropBranches(lines: readonly string[]): string[] {
  const result: string[] = [];
  const open: Conditional[] = [];
  for (const line of lines) {
    const [, directive = "", rest = ""] = /^#\s*(ifdef|ifndef|if|elif|else|endif)\b\s*(.*)$/.exec(line) ?? [];
    if (directive === "") {
      if (open.every(({ kept }) => kept)) result.push(line);
      continue;
    }
    const ended = directive.startsWith("if") ? undefined : open.pop();
    const outside = open.every(({ kept }) => kept);
    if (directive === "endif") {
      if (outside && ended?.dynamic) result.push(line);
      continue;
    }
    const before = ended ?? { kept: false, dynamic: false, decided: false };
    const value = before.decided ? false : directive === "else" ? true : staticValue(directive, rest);
    const dynamic = before.dynamic || value === null;
    if (outside && value !== false && dynamic) result.push(branchLine(before.dynamic, value, line, rest));
    open.push({ kept: value !== false, dynamic, decided: before.decided || value === true });
  }
  return result;
}

/** The directive of a branch that stays. The branches before it may be gone, or its own condition always hold. */
function branchLine(continues: boolean, value: boolean | null, line: string, condition: string): string {
  if (value === true) return "#else";
  return !continues && /^#\s*elif/.test(line) ? `#if ${condition}` : line;
}

/** The condition's value if it is known at build time, else null. */
function staticValue(directive: string, condition: string): boolean | null {
  if (directive === "ifdef") return UNUSED_DEFINES.includes(condition.trim()) ? false : null;
  if (directive === "ifndef") return UNUSED_DEFINES.includes(condition.trim()) ? true : null;
  return new Condition(condition).value();
}

/** Evaluates the condition of an `#if` as far as it is known: a recursive descent over `||`, `&&`, `!` and parentheses. */
class Condition {
  readonly #tokens: string[];

  constructor(text: string) {
    this.#tokens = text.match(/defined\s*\(\s*\w+\s*\)|defined\s+\w+|\|\||&&|[!()]|[^\s!()|&]+/g) ?? [];
  }

  value(): boolean | null {
    let result = this.#and();
    while (this.#take("||")) {
      const right = this.#and();
      result = result === true || right === true ? true : result === null || right === null ? null : false;
    }
    return result;
  }

  #and(): boolean | null {
    let result = this.#atom();
    while (this.#take("&&")) {
      const right = this.#atom();
      result = result === false || right === false ? false : result === null || right === null ? null : true;
    }
    return result;
  }

  #atom(): boolean | null {
    if (this.#take("!")) {
      const inner = this.#atom();
      return inner === null ? null : !inner;
    }
    if (this.#take("(")) {
      const inner = this.value();
      this.#take(")");
      return inner;
    }
    const first = this.#tokens.shift() ?? "";
    const define = /^defined\W+(\w+)/.exec(first)?.[1];
    if (define !== undefined) return UNUSED_DEFINES.includes(define) ? false : null;
    // A comparison: only "constant > 0" is known.
    const comparison = [first];
    while (this.#tokens[0] !== undefined && !["||", "&&", ")"].includes(this.#tokens[0])) {
      comparison.push(this.#tokens.shift() ?? "");
    }
    const [name = "", operator, right] = comparison;
    return ZERO_CONSTANTS.includes(name) && operator === ">" && right === "0" ? false : null;
  }

  #take(token: string): boolean {
    if (this.#tokens[0] !== token) return false;
    this.#tokens.shift();
    return true;
  }
}
