// A Vite plugin for the puzzles of the day: small files with the positions of a few days each, so that the home screen of
// a first visit can show today's without the index of all puzzles and the module that reads it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { RULE_BOOKS } from "../src/core/ruleBooks.ts";
import { DAYS_IN_FILE, fileOfDay } from "../src/learn/puzzles/dailyFile.ts";
import type { PuzzleMenu, PuzzleView } from "../src/wire/learn.ts";
import type { RuleBook } from "../src/wire/world.ts";

const PUZZLES = join(import.meta.dirname, "../../content/puzzles");
const MODULE = join(import.meta.dirname, "../src/wasm/learn/trid_learn_bg.wasm");

const NAME = "virtual:daily";
const RESOLVED = `\0${NAME}`;

/** The lines of a rule book's puzzles, by day, until the first one returns. */
type Round = readonly string[];

export function daily(): Plugin {
  let rounds: Promise<ReadonlyMap<RuleBook, Round>> | null = null;
  return {
    name: "daily",
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      const lengths = [...(await (rounds ??= readRounds()))].map(([book, round]) => [book, round.length]);
      return `export const rounds = ${JSON.stringify(Object.fromEntries(lengths))};\n`;
    },
    async generateBundle() {
      for (const [book, round] of await (rounds ??= readRounds())) {
        for (let day = 0; day < round.length; day += DAYS_IN_FILE) {
          const { name: fileName } = fileOfDay(book, day, round.length);
          this.emitFile({ type: "asset", fileName, source: round.slice(day, day + DAYS_IN_FILE).join("\n") });
        }
      }
    },
  };
}

async function readRounds(): Promise<ReadonlyMap<RuleBook, Round>> {
  const learn = await import("../src/wasm/learn/trid_learn.js");
  learn.initSync({ module: readFileSync(MODULE) });
  const puzzles = new learn.WasmPuzzles(readPuzzles("index"));
  /** The moves to mate, if that is the task, and the position. */
  const lineOf = (number: number): string => {
    const part = readPuzzles(puzzles.part(number) ?? "");
    const { mateIn } = JSON.parse(learn.puzzle_view(part, number)) as PuzzleView;
    const attempt = learn.WasmAttempt.at_puzzle(part, number);
    // The position in question comes after the opponent's move.
    attempt.reply();
    return `${mateIn ?? ""} ${attempt.board().record("tfen")}`;
  };
  const roundOf = (book: RuleBook): Round => {
    const numbers = new Set<number>();
    for (let day = 0; ; day++) {
      const { daily } = JSON.parse(puzzles.menu(book, day)) as PuzzleMenu;
      if (daily === null || numbers.has(daily)) return [...numbers].map(lineOf);
      numbers.add(daily);
    }
  };
  return new Map(RULE_BOOKS.map((book) => [book, roundOf(book)]));
}

function readPuzzles(name: string): string {
  return readFileSync(join(PUZZLES, `puzzles-${name}.txt`), "utf8");
}
