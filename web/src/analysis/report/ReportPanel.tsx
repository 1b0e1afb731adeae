// The game report: progress, win-chance graph, accuracy, mistakes and a table of all moves.
import { useSignal, type Signal } from "@preact/signals";
import { engineText } from "../../text/engine";
import { reportText as words } from "../../text/report";
import type { Color } from "../../wire/snapshot";
import type { GameReport, PlyReport, StudyReport } from "../../wire/study";
import type { PanelProps } from "../panel";
import type { StudyMode } from "../study/studyMode";
import { startLearning } from "./learning";
import { mistakesOf, SIDES, type Side } from "./mistakes";
import { EFFORTS, type Effort, type ReportRun } from "./reportRun";
import { WinChanceGraph } from "./WinChanceGraph";
import { Button } from "../../ui/Button";

export function ReportPanel({ page, study: { source }, engines }: PanelProps) {
  const run = engines.report;
  const view = run.view.value;
  const effort = useSignal<Effort>("standard");
  return (
    <section class="report" aria-label={words.title}>
      <h2>{words.title}</h2>
      {view.nodes.length < 2 ? (
        <p class="hint-text">{words.noMoves}</p>
      ) : (
        <>
          <Progress run={run} view={view} effort={effort} takeOver={() => engines.takeOver()} />
          {view.isStarted && <WinChanceGraph view={view} source={source} />}
          {view.report && !run.wanted.value && (
            <>
              <Summary report={view.report} />
              <Learning view={view} learn={(side) => startLearning(page, source, engines, side)} />
              <Mistakes view={view} source={source} />
              <MovesTable view={view} source={source} />
            </>
          )}
        </>
      )}
    </section>
  );
}

interface ProgressProps {
  readonly run: ReportRun;
  readonly view: StudyReport;
  readonly effort: Signal<Effort>;
  readonly takeOver: () => void;
}

/** Starting, following and stopping the analysis. */
function Progress({ run, view, effort, takeOver }: ProgressProps) {
  const status = run.status.value;
  const total = view.nodes.length;
  const done = total - view.missing;
  const isComplete = view.report !== null;
  if (run.wanted.value) {
    return (
      <div class="report-progress">
        <progress max={total} value={done} aria-label={words.running} />
        <span>{words.progress(done, total)}</span>
        <Button class="small" label={words.cancel} onClick={() => run.cancel()} />
        <p class={status === "elsewhere" ? "said said-note" : "visually-hidden"} role="status">
          {status === "elsewhere" ? words.elsewhere : words.running}{" "}
          {status === "elsewhere" && <Button class="small" label={engineText.takeOver} onClick={takeOver} />}
        </p>
      </div>
    );
  }
  return (
    <div class="report-start">
      {status === "failed" ? (
        <p class="said said-error" role="alert">
          {words.failed}
        </p>
      ) : (
        <p class={isComplete ? "visually-hidden" : "hint-text"} role="status">
          {isComplete ? words.done : view.isStarted ? words.stopped(done, total) : words.intro}
        </p>
      )}
      {!isComplete && (
        <Button
          class="primary"
          label={view.isStarted ? words.resume : words.start}
          onClick={() => run.start(effort.value)}
        />
      )}
      {isComplete && <Button class="small" label={words.again} onClick={() => run.restart(effort.value)} />}
      <label class="report-effort">
        {words.effort}
        <select value={effort.value} onChange={(event) => (effort.value = event.currentTarget.value as Effort)}>
          {(Object.keys(EFFORTS) as Effort[]).map((each) => (
            <option key={each} value={each}>
              {words.efforts[each]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

const COLORS: readonly Color[] = ["white", "black"];

function Summary({ report }: { report: GameReport }) {
  const rows = [
    [words.accuracy, (color: Color) => percent(report[color].accuracy)],
    [words.inaccuracies, (color: Color) => report[color].inaccuracies],
    [words.mistakes, (color: Color) => report[color].mistakes],
    [words.blunders, (color: Color) => report[color].blunders],
    [words.time, (color: Color) => time(report[color].timeUsed)],
  ] as const;
  const hasTime = COLORS.some((color) => report[color].timeUsed !== null);
  return (
    <table class="report-summary">
      <caption class="visually-hidden">{words.summary}</caption>
      <thead>
        <tr>
          <td />
          {COLORS.map((color) => (
            <th key={color} scope="col">
              <span class={`player-side player-${color}`} aria-hidden="true" /> {words.side[color]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([name]) => hasTime || name !== words.time)
          .map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {COLORS.map((color) => (
                <td key={color}>{value(color)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function percent(value: number | null): string {
  return value === null ? words.unknown : words.percent(value);
}

function time(milliseconds: number | null): string {
  return milliseconds === null ? words.unknown : words.timeText(milliseconds);
}

function Learning({ view, learn }: { view: StudyReport; learn: (side: Side) => void }) {
  const side = useSignal<Side>("both");
  if (mistakesOf(view, "both").length === 0) return null;
  return (
    <div class="report-learn">
      <Button
        class="primary"
        disabled={mistakesOf(view, side.value).length === 0}
        label={words.learn.start}
        onClick={() => learn(side.value)}
      />
      <label class="report-effort">
        <span class="visually-hidden">{words.learn.side}</span>
        <select value={side.value} onChange={(event) => (side.value = event.currentTarget.value as Side)}>
          {SIDES.map((each) => (
            <option key={each} value={each}>
              {words.learn.sides[each]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ListProps {
  readonly view: StudyReport;
  readonly source: StudyMode;
}

function Mistakes({ view, source }: ListProps) {
  const mistakes = mistakesOf(view, "both");
  return (
    <>
      <h3>{words.list}</h3>
      {mistakes.length === 0 ? (
        <p class="hint-text">{words.noMistakes}</p>
      ) : (
        <ul class="report-mistakes">
          {mistakes.map(({ ply }) => (
            <li key={ply.ply}>
              <button type="button" class="quiet small" onClick={() => goToPly(view, source, ply)}>
                <span class={`graph-dot graph-${ply.judgement}`} aria-hidden="true" />
                <b>{moveName(source, view, ply)}</b>
                <span class="report-verdict">{ply.judgement && words.judgement[ply.judgement]}</span>
                {ply.bestTexts[0] !== undefined && <small>{words.better(ply.bestTexts[0])}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function goToPly({ nodes }: StudyReport, source: StudyMode, { ply }: PlyReport): void {
  const node = nodes[ply];
  if (node !== undefined) source.goTo(node);
}

function moveName(source: StudyMode, { nodes }: StudyReport, { ply, text }: PlyReport): string {
  const played = source.tree.value.nodes.get(nodes[ply] ?? -1)?.played;
  return played ? words.moveName(played.number, played.color, played.text) : text;
}

/** The numbers of the graph, for those who cannot see it. */
function MovesTable({ view, source }: ListProps) {
  const { columns } = words;
  const plies = view.report?.plies ?? [];
  const hasTime = plies.some(({ timeUsed }) => timeUsed !== null);
  const open = useSignal(false);
  return (
    <details class="report-moves" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{words.movesTable}</summary>
      {open.value && (
        <table>
          <thead>
            <tr>
              {[columns.move, columns.score, columns.chance, columns.verdict].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {hasTime && <th scope="col">{columns.time}</th>}
            </tr>
          </thead>
          <tbody>
            {plies.map((ply) => (
              <tr key={ply.ply}>
                <th scope="row">
                  <Button
                    class="quiet small"
                    label={moveName(source, view, ply)}
                    onClick={() => goToPly(view, source, ply)}
                  />
                </th>
                <td>{ply.eval ? engineText.score(ply.eval) : words.unknown}</td>
                <td>{words.percent(ply.winChance * 100)}</td>
                <td>{ply.judgement && words.judgement[ply.judgement]}</td>
                {hasTime && <td>{time(ply.timeUsed)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
