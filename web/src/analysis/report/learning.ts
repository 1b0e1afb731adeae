// Starts learning from the mistakes of a report: boards from the study, verdicts from Rust, scores from the engine.
import type { Page } from "../../ui/page";
import type { Board } from "../../core/board";
import { FULL_STRENGTH, type Engine } from "../../core/engine";
import { parse } from "../../core/json";
import { LocalMode } from "../../board/localMode";
import type { Variation } from "../../wire/engine";
import type { Engines } from "../engine/useEngines";
import type { StudyMode } from "../study/studyMode";
import { createMistakesRun, mistakesOf, type Side } from "./mistakes";
import { EFFORTS } from "./reportRun";

export function startLearning(page: Page, source: StudyMode, engines: Engines, side: Side): void {
  const { handle } = source;
  const { judge, mistakes, report } = engines;
  source.preview(null);
  mistakes.value = createMistakesRun({
    mistakes: mistakesOf(report.view.peek(), side),
    board: (node, color) => {
      const game = handle.line(node);
      return new LocalMode(game, { seats: [color] });
    },
    show: (mode) => page.session.showActivity(mode ?? source),
    judge: (node, move, score) => parse(handle.judge_try(node, move, score ? JSON.stringify(score) : undefined)),
    evaluate: async (board) => (await search(judge, board))?.score ?? null,
    best: async (board) => (await search(judge, board))?.moves[0] ?? null,
    cancel: () => judge.cancel(),
  });
}

/** The best variation of the position on a board; null when the search was cancelled. */
async function search(engine: Engine, board: Board): Promise<Variation | null> {
  const position = board.searchPosition();
  let best: Variation | null = null;
  const request = { ...FULL_STRENGTH, position, nodes: EFFORTS.standard };
  const move = await engine.search(request, ({ variations }) => (best = variations[0] ?? null));
  return move === null ? null : best;
}
