// Starts learning from the mistakes of a report: boards from the study, verdicts from Rust, scores from the engine.
import type { Page } from "../../ui/page";
import { parse } from "../../core/json";
import { LocalMode } from "../../board/localMode";
import type { Engines } from "../engine/useEngines";
import type { StudyMode } from "../study/studyMode";
import { MistakesRun, mistakesOf, type Side } from "./mistakes";
import { bestVariation, EFFORTS } from "./reportRun";

export function startLearning(page: Page, source: StudyMode, engines: Engines, side: Side): void {
  const { handle } = source;
  const { judge, mistakes, report } = engines;
  source.preview(null);
  mistakes.value = new MistakesRun({
    mistakes: mistakesOf(report.view.peek(), side),
    board: (node, color) => {
      const game = handle.line(node);
      return new LocalMode(game, { seats: [color] });
    },
    show: (mode) => page.session.showActivity(mode ?? source),
    judge: (node, move, score) => parse(handle.judge_try(node, move, score ? JSON.stringify(score) : undefined)),
    best: (board) => bestVariation(judge, board.searchPosition(), EFFORTS.standard),
    cancel: () => judge.cancel(),
  });
}
