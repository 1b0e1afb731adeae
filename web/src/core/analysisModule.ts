// Loads the WebAssembly module with the studies of the analysis screen and the reader of records.
import { once } from "./once";

export type AnalysisModule = typeof import("../wasm/analysis/trid_analysis");

/** A study in WebAssembly. Results are JSON text; errors are thrown as `ApiError`. */
export type StudyHandle = InstanceType<AnalysisModule["WasmStudy"]>;

/** A setup in WebAssembly. Errors are thrown as `ApiError`. */
export type SetupHandle = InstanceType<AnalysisModule["WasmSetup"]>;

/** The module, loaded once. */
export const loadAnalysisModule = once(async (): Promise<AnalysisModule> => {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/analysis/trid_analysis"),
    import("../wasm/analysis/trid_analysis_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return module;
});
