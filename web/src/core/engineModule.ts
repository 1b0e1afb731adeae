// Loads the WebAssembly module with the engine, with SIMD instructions where the browser has them.

export type EngineModule = typeof import("../wasm/engine/trid_engine");

/** A module with one function that uses a SIMD instruction. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

export async function loadEngineModule(): Promise<EngineModule> {
  const [module, { default: address }] = await (WebAssembly.validate(SIMD_PROBE)
    ? Promise.all([
        import("../wasm/engine_simd/trid_engine_simd"),
        import("../wasm/engine_simd/trid_engine_simd_bg.wasm?url"),
      ])
    : Promise.all([import("../wasm/engine/trid_engine"), import("../wasm/engine/trid_engine_bg.wasm?url")]));
  await module.default({ module_or_path: address });
  return module;
}
