// Runs in a worker of its own: the engine in WebAssembly, one question at a time.
import start, { WasmEngine } from "../wasm/engine/trid_engine";
import address from "../wasm/engine/trid_engine_bg.wasm?url";
import type { EngineMessage, WorkerRequest } from "./engine";

const TABLE_MIB = 32;

const engine = start({ module_or_path: address }).then(() => new WasmEngine(TABLE_MIB));

function answer(message: EngineMessage): void {
  postMessage(message);
}

onmessage = async ({ data: { id, question } }: MessageEvent<WorkerRequest>): Promise<void> => {
  try {
    const hear = (info: string): void => answer({ kind: "line", id, line: JSON.parse(info) as never });
    const move = (await engine).think(JSON.stringify(question), { hear });
    answer({ kind: "move", id, move: move ?? null });
  } catch (failure) {
    const message =
      failure instanceof Error ? failure.message : ((failure as { message?: string }).message ?? "it failed");
    answer({ kind: "failed", id, message });
  }
};
