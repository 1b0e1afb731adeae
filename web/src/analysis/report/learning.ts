// Starts learning from the mistakes of a report: boards from the study, verdicts from Rust, scores from the engine.
import type { Page } from "../../ui/page";
import type { Engine } from "../../core/engine";
import { createLocalSource } from "../../board/local";
import type { GameSource } from "../../core/source";
import type { SearchRequest, Variation } from "../../wire/engine";
import type { TryVerdict } from "../../wire/study";
import type { Engines } from "../engine/useEngines";
import type { StudySource } from "../study/studySource";
import { createMistakesRun, mistakesOf, type Side } from "./mistakes";
import { EFFORTS } from "./reportRun";

const FULL_STRENGTH = 10;

export function startLearning(page: Page, source: StudySource, engines: Engines, side: Side): void {
  const { handle } = source;
  const { judge, mistakes, report } = engines;
  source.preview(null);
  mistakes.value = createMistakesRun({
    mistakes: mistakesOf(report.view.peek(), side),
    board: (node, color) => {
      const game = handle.line(node);
      return createLocalSource(game, { seats: [color] });
    },
    show: (board) => page.session.showActivity(board ?? source),
    judge: (node, move, score) => JSON.parse(handle.judge_try(node, move, score ?? undefined)) as TryVerdict,
    evaluate: async (board) => (await search(judge, board))?.score ?? null,
    best: async (board) => (await search(judge, board))?.moves[0] ?? null,
    cancel: () => judge.cancel(),
  });
}

/** The best variation of the position on a board; null when the search was cancelled. */
async function search(engine: Engine, board: GameSource): Promise<Variation | null> {
  const game = await board.record("tpgn");
  const { ply } = board.history.peek();
  const request: SearchRequest = {
    ...{ game, ply, nodes: EFFORTS.standard, strength: FULL_STRENGTH },
    ...{ seed: 0, variations: 1, moveTime: null, clock: null },
  };
  let best: Variation | null = null;
  const move = await engine.search(request, ({ variations }) => (best = variations[0] ?? null));
  return move === null ? null : best;
}
