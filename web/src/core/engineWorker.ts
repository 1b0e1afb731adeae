// The worker's side of the engine: WebAssembly, one search at a time.
import type { SearchInfo } from "../wire/engine";
import type { EngineMessage, WorkerRequest } from "./engine";
import { loadEngineModule } from "./engineModule";
import { parse, type Json } from "./json";

/** The size of the transposition table. */
const HASH_MIB = 32;

const engine = loadEngineModule().then(({ WasmEngine }) => new WasmEngine(HASH_MIB));

function send(message: EngineMessage): void {
  postMessage(message);
}

onmessage = async ({ data: { id, request } }: MessageEvent<WorkerRequest>): Promise<void> => {
  try {
    const onInfo = (info: Json<SearchInfo>): void => send({ kind: "info", id, info: parse(info) });
    const move = (await engine).search(JSON.stringify(request), { onInfo });
    send({ kind: "move", id, move: move ?? null });
  } catch (error) {
    const message = error instanceof Error ? error.message : ((error as { message?: string }).message ?? "it failed");
    send({ kind: "failed", id, message });
  }
};
