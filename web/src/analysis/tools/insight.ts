// What helps to understand a position, as layers over the boards. The answers come from Rust.
import type { Overlay, OverlayArrow, OverlayFill, OverlayRing } from "../../board/overlay";
import type { AttackChange, FailedEscape, Insight } from "../../wire/insight";
import type { Color } from "../../wire/snapshot";

export interface InsightOptions {
  /** The side whose attacked squares are shown. */
  readonly attacks: Color | null;
  readonly exposed: boolean;
  readonly checks: boolean;
  readonly mate: boolean;
  readonly boards: boolean;
}

export const NO_INSIGHT: InsightOptions = { attacks: null, exposed: false, checks: false, mate: false, boards: false };

/** The number of attackers with the strongest tint. */
const MAX_ATTACKERS = 4;

interface Questions {
  readonly insight: Insight;
  readonly options: InsightOptions;
  /** The changes of the board move in question. */
  readonly changes: readonly AttackChange[];
  /** The side to move, whose changes are shown. */
  readonly turn: Color;
  /** The way out of a mate that is looked at. */
  readonly escape: FailedEscape | null;
}

export function insightOverlay({ insight, options, changes, turn, escape }: Questions): Overlay {
  const fills: OverlayFill[] = [];
  const rings: OverlayRing[] = [];
  const arrows: OverlayArrow[] = [];
  const { attacks } = options;
  if (attacks !== null) {
    for (const { squares, attackers } of insight[attacks]) {
      const strength = Math.min(1, attackers / MAX_ATTACKERS);
      for (const at of squares) fills.push({ at, tone: attacks, strength, label: String(attackers) });
    }
  }
  if (options.exposed) {
    for (const { square } of insight.hanging) rings.push({ at: square, tone: "hanging" });
    for (const { square, attacker, king } of insight.pinned) {
      rings.push({ at: square, tone: "pinned" });
      arrows.push({ from: attacker, to: king, tone: "pinned", weight: 0.2 });
    }
  }
  if (options.checks) {
    for (const { attacker, king, squares } of insight.checks) {
      for (const at of squares) fills.push({ at, tone: "path", strength: 0.5 });
      arrows.push({ from: attacker, to: king, tone: "path", weight: 0.5 });
    }
  }
  if (options.mate && insight.mate) addMate(insight.mate.escapes, escape, { fills, rings, arrows });
  if (options.boards) {
    for (const { color, gained, lost } of changes) {
      if (color !== turn) continue;
      for (const at of gained) fills.push({ at, tone: "gained", strength: 0.6, label: "+" });
      for (const at of lost) fills.push({ at, tone: "lost", strength: 0.6, label: "−" });
    }
  }
  return { fills, rings, arrows };
}

interface Drawn {
  readonly fills: OverlayFill[];
  readonly rings: OverlayRing[];
  readonly arrows: OverlayArrow[];
}

/** Marks every square that the king cannot reach; for the way out that is looked at, the move and what refutes it. */
function addMate(escapes: readonly FailedEscape[], escape: FailedEscape | null, { fills, rings, arrows }: Drawn): void {
  for (const { kind, to } of escapes) {
    if (kind === "flight" && to !== null) fills.push({ at: to, tone: "lost", strength: 0.3, label: "×" });
  }
  if (!escape) return;
  const { from, to, pins, refuters, occupied } = escape;
  if (from !== null && to !== null && occupied === null) arrows.push({ from, to, tone: "red", weight: 0.4 });
  else if (pins) arrows.push({ from: pins[0], to: pins[1], tone: "red", weight: 0.4 });
  if (occupied !== null) rings.push({ at: occupied, tone: "pinned" });
  for (const at of refuters) rings.push({ at, tone: "refuter" });
  if (escape.kind === "flight" && to !== null) {
    for (const at of refuters) arrows.push({ from: at, to, tone: "refuter", weight: 0.2 });
  }
}
