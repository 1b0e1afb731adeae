// The page's interface to the rules in WebAssembly: World, games and errors.
import type { WasmGame, WasmOnlineGame } from "../wasm/rules/trid_rules";
import { parse } from "./json";
import { once } from "./once";
import type { BadGame, ImportWarning, SavedGame } from "../wire/game";
import type { RuleBook, World } from "../wire/world";
import { loadAnalysisModule, type AnalysisModule } from "./analysisModule";
import { pageError } from "./errors";

/** The rules in WebAssembly. */
export interface Core {
  readonly world: World;
  newGame(rules: RuleBook, tfen: string | null): WasmGame;
  newOnlineGame(id: string): WasmOnlineGame;
  /**
   * Loads the module that reads this text. A position, or a game as this page saves it, needs no other module. Other
   * records need a larger one, which most visits do not load.
   */
  prepareReading(text: string): Promise<void>;
  /** Reads every game of a text: JSON, T-PGN or T-FEN. Throws if none can be read. Call `prepareReading` first. */
  readRecords(text: string): GameRecords;
}

/** The games of a text. Free it after use; the games that were opened stay. */
export interface GameRecords {
  /** The number of games that could be read. */
  readonly count: number;
  readonly errors: readonly BadGame[];
  readonly warnings: readonly ImportWarning[];
  open(index: number): WasmGame;
  free(): void;
}

type RulesModule = Pick<typeof import("../wasm/rules/trid_rules"), "WasmGame" | "WasmOnlineGame" | "world">;
type Reader = AnalysisModule["WasmRecords"];

/** Loads the rules module. */
export async function loadCore(): Promise<Core> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/rules/trid_rules"),
    import("../wasm/rules/trid_rules_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return createCore(module, async () => (await loadAnalysisModule()).WasmRecords);
}

export function createCore(module: RulesModule, loadReader: () => Promise<Reader>): Core {
  const loadOnce = once(loadReader);
  let reader: Reader | null = null;
  return {
    world: parse(module.world()),
    newGame: (rules, tfen) => new module.WasmGame(rules, tfen ?? undefined),
    newOnlineGame: (id) => new module.WasmOnlineGame(id),
    async prepareReading(text) {
      const plain = openPlain(module, text);
      plain?.free();
      if (plain) return;
      reader = await loadOnce();
    },
    readRecords(text) {
      const plain = openPlain(module, text);
      if (plain) return { count: 1, errors: [], warnings: [], open: () => plain, free: () => undefined };
      if (reader) return readAll(new reader(text));
      throw Object.assign(new Error(), pageError("E_READER"));
    },
  };
}

/** Reads the first game of a text. */
export function openFirst(rules: Core, text: string): WasmGame {
  const records = rules.readRecords(text);
  const game = records.open(0);
  records.free();
  return game;
}

function readAll(records: InstanceType<Reader>): GameRecords {
  return {
    count: records.count(),
    errors: parse(records.errors()),
    warnings: parse(records.warnings()),
    open: (index) => records.open(index),
    free: () => records.free(),
  };
}

/**
 * Reads a position, or a game as this page saves it: replayed, it must give the same text. Null for any other text, which
 * the reader module handles.
 */
function openPlain(module: RulesModule, untrimmed: string): WasmGame | null {
  const text = untrimmed.trim();
  let game: WasmGame | null = null;
  try {
    if (!text.startsWith("{")) return new module.WasmGame("revised", text);
    const { rules, start, tags = {}, moves } = JSON.parse(text) as SavedGame;
    game = new module.WasmGame(rules, start);
    for (const [name, value] of Object.entries(tags)) game.set_tag(name, value);
    for (const { move } of moves) game.play(move);
    if (game.record("json") === text) return game;
  } catch {
    // Left to the reader module.
  }
  game?.free();
  return null;
}

/** Runs the code of a first move once, so that the browser has compiled it before the player moves. */
export function warmUp(rules: Core): void {
  const game = rules.newGame("revised", null);
  for (let ply = 0; ply < 2; ply++) {
    const { moves } = parse(game.snapshot());
    if (moves[0]) game.play(moves[0].move);
  }
  game.history();
  game.record("json");
  game.free();
}
