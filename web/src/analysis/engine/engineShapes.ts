// What the engine found as shapes on the boards: the first move of each line and the threat.
import type { OverlayArrow, OverlayRing, OverlayTone } from "../../board/overlay";
import type { Variation } from "../../wire/engine";
import type { EngineShapes } from "../tools/layers";

/** The width of the best line's arrow, then of the others, which have their own colour too. */
const WEIGHTS = [1, 0.45, 0.3, 0.15, 0.05] as const;
const THREAT_WEIGHT = 0.7;

/** The colour of a line, the best one being 0. */
export function lineTone(rank: number): OverlayTone {
  return rank === 0 ? "engine" : "alternative";
}

/** Lines with the same first arrow, as a board move with and without a turn, share it. */
export function engineShapes(lines: readonly Variation[], threat: Variation | null): EngineShapes {
  const arrows: OverlayArrow[] = [];
  const rings: OverlayRing[] = [];
  const add = ({ arrow }: Variation, tone: OverlayTone, weight: number): void => {
    if (arrow === null) return;
    const { from, to } = arrow;
    if (from === to) {
      if (tone === "threat" || !rings.some((ring) => ring.at === from)) rings.push({ at: from, tone });
    } else if (tone === "threat" || !arrows.some((each) => each.from === from && each.to === to)) {
      arrows.push({ from, to, tone, weight, dashed: true });
    }
  };
  lines.forEach((line, rank) => add(line, lineTone(rank), WEIGHTS[rank] ?? 0));
  if (threat) add(threat, "threat", THREAT_WEIGHT);
  // The best line is drawn last, above the others.
  return { arrows: arrows.reverse(), rings };
}
