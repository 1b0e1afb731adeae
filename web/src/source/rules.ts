// The rules in WebAssembly, as the page sees them: geometry, games, and errors with codes.
import type { ApiError } from "../wire/game";
import type { Snapshot } from "../wire/snapshot";
import type { RuleBook, World } from "../wire/world";

/** One game held in WebAssembly. What is asked comes back as JSON text; what is refused is thrown as a `ApiError`. */
export interface GameHandle {
  snapshot(): string;
  /** All moves, or those behind the first so many, which are known. */
  history(known?: number): string;
  play(move: string): void;
  explain(move: string): void;
  attacked(color: string): string;
  checkers(): string;
  reach(square: string): string;
  undo(): void;
  redo(): void;
  jump(ply: number): void;
  claim(kind: string): void;
  agree_draw(): void;
  resign(color: string): void;
  flag(color: string): void;
  record(form: string): string;
  free(): void;
}

export interface Rules {
  readonly world: World;
  newGame(rules: RuleBook, tfen: string | null): GameHandle;
  /**
   * Loads what reading this text needs. A position, or a game under way as this page writes it, needs nothing;
   * other records are read by a larger module, which most visits can do without.
   */
  prepareReading(text: string): Promise<void>;
  /** Reads a saved game, T-PGN or T-FEN, whichever the text is. Reading it must have been prepared. */
  openGame(text: string, index: number): GameHandle;
  /** How many games a text holds. Reading it must have been prepared. */
  countGames(text: string): number;
}

type RulesModule = Pick<typeof import("../wasm/rules/trid_rules"), "WasmGame" | "world">;
type Reader = typeof import("../wasm/engine/trid_engine").WasmGame;

/** Fetches and starts the module. */
export async function loadRules(): Promise<Rules> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/rules/trid_rules"),
    import("../wasm/rules/trid_rules_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return createRules(module, loadReader);
}

export function createRules(module: RulesModule, loadReader: () => Promise<Reader>): Rules {
  let loading: Promise<Reader> | null = null;
  let reader: Reader | null = null;
  return {
    world: JSON.parse(module.world()) as World,
    newGame: (rules, tfen) => new module.WasmGame(rules, tfen ?? undefined),
    async prepareReading(text) {
      const plain = openPlain(module, text);
      plain?.free();
      if (plain) return;
      loading ??= loadReader().catch((failure: unknown) => {
        loading = null;
        throw failure;
      });
      reader = await loading;
    },
    openGame(text, index) {
      const plain = index === 0 ? openPlain(module, text) : null;
      if (plain) return plain;
      if (reader) return reader.open(text, index);
      throw Object.assign(new Error("what reads such games could not be loaded"), { code: "E_READER", reasons: [] });
    },
    countGames: (text) => reader?.count(text) ?? 1,
  };
}

/**
 * A position, or a game as this page writes it while it is being played: replayed, it must come out as the same text.
 * Null for anything else, sound or not: the reader tells.
 */
function openPlain(module: RulesModule, text: string): GameHandle | null {
  let game: GameHandle | null = null;
  try {
    if (!text.startsWith("{")) return new module.WasmGame("revised", text);
    const { rules, start, moves } = JSON.parse(text) as { rules: string; start: string; moves: { move: string }[] };
    game = new module.WasmGame(rules, start);
    for (const { move } of moves) game.play(move);
    if (game.record("json") === text) return game;
  } catch {
    // Not a plain one.
  }
  game?.free();
  return null;
}

/** Goes once through what a first move needs, so that the browser has compiled it when a person makes theirs. */
export function warmUp(rules: Rules): void {
  const game = rules.newGame("revised", null);
  for (let ply = 0; ply < 2; ply++) {
    const { moves } = JSON.parse(game.snapshot()) as Snapshot;
    if (moves[0]) game.play(moves[0].move);
  }
  game.history();
  game.record("json");
  game.free();
}

async function loadReader(): Promise<Reader> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/engine/trid_engine"),
    import("../wasm/engine/trid_engine_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return module.WasmGame;
}

/** What was thrown, as a refusal; anything that is not one is a defect and goes on. */
export function asApiError(thrown: unknown): ApiError {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "reasons" in thrown) {
    return thrown as ApiError;
  }
  throw thrown;
}
