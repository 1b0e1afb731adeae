// Fakes for tests: moves, pieces, positions, a reason, a mode, a storage and a database.
import { signal } from "@preact/signals-core";
import type { Mode } from "../src/board/mode";
import { Board } from "../src/core/board";
import type { Json } from "../src/core/json";
import type { WasmGame } from "../src/wasm/rules/trid_rules";
import type { Database } from "../src/storage/database";
import type { ApiError, History, Reason } from "../src/wire/game";
import type { Color, Role, Snapshot, SnapshotMove, SnapshotPiece } from "../src/wire/snapshot";
import type { PinName, World } from "../src/wire/world";

export function aMove(move: string, rest: Partial<SnapshotMove> = {}): SnapshotMove {
  const [from = null, to = null] = move.match(/[zabcde][0-9](?:[QK]L[1-6]|[WNB])/g) ?? [];
  return {
    move,
    text: move,
    kind: "step",
    piece: "pawn",
    from,
    to,
    captures: null,
    promotion: null,
    board: null,
    forces: null,
    gives: null,
    ...rest,
  };
}

export function aBoardMove(from: PinName, to: PinName, landing: string | null, turned = false): SnapshotMove {
  const rider = landing === null ? null : { from: `a1${from}`, to: landing };
  return aMove(`${from}-${to}${turned ? "^180" : ""}`, {
    kind: "board",
    piece: null,
    from: null,
    to: null,
    board: { from, to, turned, rider },
  });
}

export function aPiece(square: string, color: Color, kind: Role, rest: Partial<SnapshotPiece> = {}): SnapshotPiece {
  return { square, color, kind, marks: [], ...rest };
}

export function aSnapshot(rest: Partial<Snapshot> = {}): Snapshot {
  return {
    rules: "revised",
    tfen: "",
    key: "0000000000000000",
    turn: "white",
    moveNumber: 1,
    ply: 0,
    status: "ongoing",
    result: "*",
    reason: null,
    check: null,
    pending: null,
    boards: [
      { instance: "QL1:0", pin: "QL1", rotation: 0, owner: "white", controller: "white", riders: 1, movable: true },
      { instance: "KL1:0", pin: "KL1", rotation: 0, owner: "white", controller: null, riders: 4, movable: false },
      { instance: "QL6:0", pin: "QL6", rotation: 0, owner: "black", controller: null, riders: 4, movable: false },
      { instance: "KL6:0", pin: "KL6", rotation: 0, owner: "black", controller: null, riders: 4, movable: false },
    ],
    pieces: [],
    captured: [],
    material: 0,
    moves: [],
    claims: [],
    last: null,
    ...rest,
  };
}

export const EMPTY_WORLD: World = {
  boards: [],
  squares: [],
  pins: [],
  columns: {},
  graphs: { revised: {}, meder: {} } as World["graphs"],
  spacing: 2.1,
  squareSize: 2,
};

export const REFUSED: ApiError = {
  code: "E_GEOMETRY",
  message: "a knight does not move so",
  reasons: [{ code: "E_GEOMETRY", message: "a knight does not move so", squares: ["b1W"], pins: [] }],
};

export interface FakeMode extends Mode {
  /** Every move that was played, legal or not. */
  readonly played: string[];
  readonly explained: string[];
  show(snapshot: Snapshot): void;
}

export interface FakeParts {
  readonly seats?: readonly Color[];
  readonly history?: History;
  /** Where every piece could move. */
  readonly reach?: readonly string[];
  readonly attacked?: readonly string[];
  readonly checkers?: readonly string[];
}

function jsonOf<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>;
}

/** A mode that accepts the Snapshot's moves, rejects all others and never changes position. */
export function aMode(start: Snapshot, parts: FakeParts = {}): FakeMode {
  const snapshot = signal(start);
  const played: string[] = [];
  const explained: string[] = [];
  const refuse = (what: string): never => {
    explained.push(what);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- as WebAssembly does
    throw REFUSED;
  };
  const game: Partial<WasmGame> = {
    explain: refuse,
    explain_stuck: (place) => refuse(`why ${place}`),
    reach: (square) => jsonOf(parts.reach ?? [`reach of ${square}`]),
    attacked: () => jsonOf(parts.attacked ?? []),
    checkers: () => jsonOf(parts.checkers ?? []),
  };
  const board = new Board(() => game as WasmGame, snapshot, signal(parts.history ?? { moves: [], ply: 0 }));
  return {
    board,
    played,
    explained,
    seats: signal(parts.seats ?? ["white", "black"]),
    play(move) {
      played.push(move);
      return Promise.resolve(snapshot.value.moves.some((each) => each.move === move) ? null : REFUSED);
    },
    dispose: () => undefined,
    show: (next) => (snapshot.value = next),
  };
}

/** A Storage in memory; writing fails while it is `full`. */
export function aStorage(contents: Readonly<Record<string, string>> = {}): Storage & { full: boolean } {
  const map = new Map(Object.entries(contents));
  return {
    full: false,
    get length() {
      return map.size;
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (index) => [...map.keys()][index] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem(key, value) {
      if (this.full) throw new DOMException("full", "QuotaExceededError");
      map.set(key, value);
    },
  };
}

/** Why a rook cannot pass a pawn. */
export const BLOCKED: Reason = {
  code: "E_PATH_BLOCKED",
  message: "the pawn on b2W is in the way",
  squares: ["b2W"],
  pins: [],
  detail: { type: "blocked", role: "pawn", square: "b2W" },
};

export interface FakeDatabase extends Database {
  /** The number of transactions. */
  writes: number;
  /** Whether writes fail. */
  failing: boolean;
}

/** A database in memory. */
export function aDatabase(items: Readonly<Record<string, string>> = {}): FakeDatabase {
  const stores = {
    items: new Map<string, unknown>(Object.entries(items)),
    studies: new Map<string, unknown>(),
  };
  return {
    isLimited: false,
    writes: 0,
    failing: false,
    get: (store, key) => Promise.resolve(stores[store].get(key)),
    entries: (store) => Promise.resolve(new Map(stores[store])),
    async replace(store, key, value, accepts) {
      if (!accepts(stores[store].get(key))) return false;
      await this.write(store, new Map([[key, value]]));
      return true;
    },
    write(store, values) {
      this.writes++;
      if (this.failing) return Promise.reject(new DOMException("full", "QuotaExceededError"));
      for (const [key, value] of values) {
        if (value === undefined) stores[store].delete(key);
        else stores[store].set(key, value);
      }
      return Promise.resolve();
    },
  };
}
