// The page's interface to the rules in WebAssembly: World, games and errors.
import type { BadGame, ImportWarning, SavedGame } from "../wire/game";
import type { OnlineEvent } from "../wire/online";
import type { Snapshot } from "../wire/snapshot";
import type { RuleBook, World } from "../wire/world";
import { loadEngineModule, type EngineModule } from "./engineModule";
import { pageError } from "./errors";

/** A game in WebAssembly. Results are JSON text; errors are thrown as `ApiError`. */
export interface GameHandle {
  snapshot(): string;
  /** All moves, or those after the first `known`. */
  history(known?: number): string;
  play(move: string): void;
  explain(move: string): void;
  /** Throws why the piece on a square, or the board on a pin, has no legal move. */
  explain_stuck(place: string): void;
  /** A `Touched`: the squares and pins that a legal move would touch. */
  touched(move: string): string;
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
  /** The milliseconds a side has left after its last move. `elapsed` is how long its clock ran; `increment` is in seconds. */
  left_after_move(color: string, left: number, elapsed: number | undefined, increment: number): number;
  record(format: string): string;
  /** Sets a tag of the record, such as `White`. An empty value removes it. */
  set_tag(name: string, value: string): void;
  free(): void;
}

/** One online game held in WebAssembly: events in, its state as JSON and the board out. Errors are thrown as an `ApiError`. */
export interface OnlineGameHandle {
  set_player(id?: string): void;
  /** When each player left, in server time; undefined while connected. */
  set_gone_since(white?: number, black?: number): void;
  apply(event: OnlineEvent): void;
  /** An `OnlineGameState`, or null before the first event. */
  state(): string;
  /** A copy of the game at the ply on screen, with my unconfirmed move. */
  board(): GameHandle;
  /** False if there is no such ply. */
  show(ply: number): boolean;
  /** Plays my move before the server confirms it. Returns it in coordinate notation. */
  play(move: string): string;
  withdraw(move: string): void;
  free(): void;
}

export interface Rules {
  readonly world: World;
  newGame(rules: RuleBook, tfen: string | null): GameHandle;
  newOnlineGame(id: string): OnlineGameHandle;
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
  open(index: number): GameHandle;
  free(): void;
}

type RulesModule = Pick<typeof import("../wasm/rules/trid_rules"), "WasmGame" | "WasmOnlineGame" | "world">;
type Reader = EngineModule["WasmRecords"];

/** Loads the rules module. */
export async function loadRules(): Promise<Rules> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/rules/trid_rules"),
    import("../wasm/rules/trid_rules_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return createRules(module, async () => (await loadEngineModule()).WasmRecords);
}

export function createRules(module: RulesModule, loadReader: () => Promise<Reader>): Rules {
  let loading: Promise<Reader> | null = null;
  let reader: Reader | null = null;
  return {
    world: JSON.parse(module.world()) as World,
    newGame: (rules, tfen) => new module.WasmGame(rules, tfen ?? undefined),
    newOnlineGame: (id) => new module.WasmOnlineGame(id),
    async prepareReading(text) {
      const plain = openPlain(module, text);
      plain?.free();
      if (plain) return;
      loading ??= loadReader().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      reader = await loading;
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
export function openFirst(rules: Rules, text: string): GameHandle {
  const records = rules.readRecords(text);
  const game = records.open(0);
  records.free();
  return game;
}

function readAll(records: InstanceType<Reader>): GameRecords {
  return {
    count: records.count(),
    errors: JSON.parse(records.errors()) as BadGame[],
    warnings: JSON.parse(records.warnings()) as ImportWarning[],
    open: (index) => records.open(index),
    free: () => records.free(),
  };
}

/**
 * Reads a position, or a game as this page saves it: replayed, it must give the same text. Null for any other text, which
 * the reader module handles.
 */
function openPlain(module: RulesModule, untrimmed: string): GameHandle | null {
  const text = untrimmed.trim();
  let game: GameHandle | null = null;
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
