// Switches for what helps to understand a position, with the answers in words.
import { parse } from "../../core/json";
import { computed, signal, useComputed, useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Page } from "../../ui/page";
import { SegmentedRow, type Segment } from "../../ui/Segmented";
import { loadAnalysisModule, type AnalysisModule } from "../../core/analysisModule";
import type { Store } from "../../board/store";
import { text } from "../../text";
import { toolsText } from "../../text/tools";
import type { AttackChange, FailedEscape, Insight } from "../../wire/insight";
import type { Color, SnapshotPiece } from "../../wire/snapshot";
import type { SquareName } from "../../wire/world";
import type { StudyMode } from "../study/studyMode";
import { insightOverlay, NO_INSIGHT, type InsightOptions } from "./insight";
import { NO_ANSWERS } from "./layers";
import { ToolsPart } from "./ToolsPart";
import { Button } from "../../ui/Button";

const words = toolsText.insight;

/** The switches, which stay as they are from one study to the next. */
const options = signal(NO_INSIGHT);
const SIDES: readonly Segment<Color | null>[] = [
  { value: null, label: words.nobody },
  { value: "white", label: text.game.side.white },
  { value: "black", label: text.game.side.black },
];
const module = signal<AnalysisModule | null>(null);

interface Asked {
  readonly insight: ReadonlySignal<Insight | null>;
  readonly board: ReadonlySignal<{ readonly move: string; readonly changes: readonly AttackChange[] } | null>;
}

export function InsightTools({ page, source }: { page: Page; source: StudyMode }) {
  const { store } = page.session;
  const answers = useMemo(() => ask(store, source), [store, source]);
  const escape = useSignal<FailedEscape | null>(null);
  useSignalEffect(() => {
    if (!module.value) void loadAnalysisModule().then((loaded) => (module.value = loaded));
  });
  useSignalEffect(() => {
    const insight = answers.insight.value;
    source.layers.answers.value =
      insight === null
        ? NO_ANSWERS
        : insightOverlay({
            insight,
            options: options.value,
            changes: answers.board.value?.changes ?? [],
            turn: source.board.snapshot.value.turn,
            escape: escape.value,
          });
  });
  return (
    <ToolsPart title={words.title}>
      <SegmentedRow
        label={words.attacks}
        segments={SIDES}
        value={options.value.attacks}
        choose={(side) => (options.value = { ...options.peek(), attacks: side })}
      />
      <Attacked answers={answers} />
      <Switch name="exposed">
        <Exposed answers={answers} source={source} />
      </Switch>
      <Switch name="checks">
        <Checks answers={answers} source={source} />
      </Switch>
      <Switch name="mate">
        <Mate answers={answers} source={source} look={(next) => (escape.value = next)} />
      </Switch>
      <Switch name="boards">
        <BoardChanges answers={answers} />
      </Switch>
    </ToolsPart>
  );
}

/** Asks Rust about the position on the boards, and about the board move that the person points at. */
function ask(store: Store, source: StudyMode): Asked {
  const isOn = computed(() => options.value !== NO_INSIGHT);
  const insight = computed(() => {
    const { rules, tfen } = source.board.snapshot.value;
    if (!isOn.value || !module.value) return null;
    return parse(module.value.insight(rules, tfen));
  });
  const board = computed(() => {
    const { rules, tfen } = source.board.snapshot.value;
    const move = options.value.boards ? boardMove(store) : null;
    if (move === null || !module.value) return null;
    return { move, changes: parse(module.value.attack_changes(rules, tfen, move)) };
  });
  return { insight, board };
}

/** The move of the selected board to the pin or landing square under the pointer or the focus. */
function boardMove(store: Store): string | null {
  const choice = store.choice.value;
  const pin = choice?.kind === "landing" ? choice.to : store.hoveredPin.value;
  const moves = (pin === null ? undefined : store.pinTargets.value.get(pin))?.moves ?? [];
  const landing = moves.find(({ board }) => board?.rider?.to === store.hovered.value);
  return (landing ?? moves[0])?.move ?? null;
}

function Switch({
  name,
  children,
}: {
  name: Exclude<keyof InsightOptions, "attacks">;
  children: preact.ComponentChildren;
}) {
  const on = options.value[name];
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => (options.value = { ...options.peek(), [name]: event.currentTarget.checked })}
        />
        {words[name]}
      </label>
      {on && <div role="status">{children}</div>}
    </div>
  );
}

function Attacked({ answers }: { answers: Asked }) {
  const { attacks } = options.value;
  const insight = answers.insight.value;
  if (attacks === null || insight === null) return null;
  const squares = insight[attacks].reduce((sum, column) => sum + column.squares.length, 0);
  return (
    <p class="hint-text" role="status">
      {words.attacked(attacks, squares)}
    </p>
  );
}

type NamePiece = (square: SquareName) => SnapshotPiece;

/** Finds the piece on a square that an answer names. */
function usePieces(source: StudyMode): NamePiece {
  const pieces = useComputed(() => new Map(source.board.snapshot.value.pieces.map((piece) => [piece.square, piece])));
  return (square) => pieces.value.get(square) ?? { square, color: "white", kind: "pawn", marks: [] };
}

function Exposed({ answers, source }: { answers: Asked; source: StudyMode }) {
  const piece = usePieces(source);
  const insight = answers.insight.value;
  if (insight === null) return null;
  const { hanging, pinned } = insight;
  if (hanging.length + pinned.length === 0) return <p class="hint-text">{words.noneExposed}</p>;
  return (
    <ul>
      {hanging.map((each) => (
        <li key={each.square}>{words.hanging(each, each.attackers.map(piece))}</li>
      ))}
      {pinned.map((each) => (
        <li key={`${each.square} ${each.attacker}`}>{words.pinned(each, piece(each.attacker))}</li>
      ))}
    </ul>
  );
}

function Checks({ answers, source }: { answers: Asked; source: StudyMode }) {
  const piece = usePieces(source);
  const insight = answers.insight.value;
  if (insight === null) return null;
  if (insight.checks.length === 0) return <p class="hint-text">{words.noCheck}</p>;
  return (
    <ul>
      {insight.checks.map(({ attacker, path }) => (
        <li key={attacker}>{words.check(piece(attacker), path)}</li>
      ))}
    </ul>
  );
}

interface MateProps {
  answers: Asked;
  source: StudyMode;
  look: (escape: FailedEscape | null) => void;
}

function Mate({ answers, source, look }: MateProps) {
  const piece = usePieces(source);
  const mate = answers.insight.value?.mate;
  if (!mate) return <p class="hint-text">{words.noMate}</p>;
  return (
    <div class="escapes">
      <p class="hint-text">{words.escapes}</p>
      <ul>
        {mate.escapes.map((escape) => (
          <li key={escape.move}>
            <Button
              class="quiet"
              label={escapeText(escape, piece)}
              onFocus={() => look(escape)}
              onPointerEnter={() => look(escape)}
              onBlur={() => look(null)}
              onPointerLeave={() => look(null)}
            />
          </li>
        ))}
      </ul>
      {mate.escapes.every(({ kind }) => kind === "flight") && <p class="hint-text">{words.noOther}</p>}
    </div>
  );
}

function escapeText({ kind, piece: role, from, to, pins, occupied, refuters }: FailedEscape, piece: NamePiece): string {
  const against = refuters.map(piece);
  if (pins) return words.boardEscape(pins[0], pins[1], against);
  if (from === null || to === null || role === null) return "";
  if (occupied !== null) return words.ownPiece(to, piece(occupied));
  return kind === "flight" ? words.flight(to, against) : words[kind](role, from, to, against);
}

function BoardChanges({ answers }: { answers: Asked }) {
  const board = answers.board.value;
  if (board === null) return <p class="hint-text">{words.pickBoard}</p>;
  const lines = board.changes
    .flatMap(({ color, gained, lost }) => [words.gained(color, gained), words.lost(color, lost)])
    .filter((line) => line !== null);
  return (
    <>
      <p class="hint-text">{words.change(board.move)}</p>
      <ul>{lines.length === 0 ? <li>{words.unchanged}</li> : lines.map((line) => <li key={line}>{line}</li>)}</ul>
    </>
  );
}
