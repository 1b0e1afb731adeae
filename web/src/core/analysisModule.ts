// Loads the WebAssembly module with the studies of the analysis screen and the reader of records.

export type AnalysisModule = typeof import("../wasm/analysis/trid_analysis");

/** A study in WebAssembly. Results are JSON text; errors are thrown as `ApiError`. */
export type StudyHandle = InstanceType<AnalysisModule["WasmStudy"]>;

/** A setup in WebAssembly. Errors are thrown as `ApiError`. */
export type SetupHandle = InstanceType<AnalysisModule["WasmSetup"]>;

let loading: Promise<AnalysisModule> | null = null;

/** The module, loaded once. A failed attempt is repeated by the next call. */
export function loadAnalysisModule(): Promise<AnalysisModule> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<AnalysisModule> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/analysis/trid_analysis"),
    import("../wasm/analysis/trid_analysis_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return module;
}
