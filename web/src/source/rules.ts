// The rules in WebAssembly, as the page sees them: geometry, games, and errors with codes.
import type { Refusal } from "../wire/game";
import type { RuleBook, World } from "../wire/world";

/** One game held in WebAssembly. What is asked comes back as JSON text; what is refused is thrown as a `Refusal`. */
export interface GameHandle {
  snapshot(): string;
  history(): string;
  play(move: string): void;
  explain(move: string): void;
  attacked(color: string): string;
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
  /** Reads a saved game, T-PGN or T-FEN, whichever the text is. */
  openGame(text: string, index: number): GameHandle;
  /** How many games a text holds. */
  countGames(text: string): number;
  /** Leaf nodes to a depth, for measuring. */
  perft(rules: RuleBook, tfen: string, depth: number): number;
}

/** Fetches and starts the module. */
export async function loadRules(): Promise<Rules> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/rules/trid_rules"),
    import("../wasm/rules/trid_rules_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return {
    world: JSON.parse(module.world()) as World,
    newGame: (rules, tfen) => new module.WasmGame(rules, tfen ?? undefined),
    openGame: (text, index) => module.WasmGame.open(text, index),
    countGames: (text) => module.WasmGame.count(text),
    perft: (rules, tfen, depth) => module.perft(rules, tfen, depth),
  };
}

/** What was thrown, as a refusal; anything that is not one is a defect and goes on. */
export function asRefusal(thrown: unknown): Refusal {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "reasons" in thrown) {
    return thrown as Refusal;
  }
  throw thrown;
}
