// The engine: its lines with scores, its settings, and the threat.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { OverlayTone } from "../../board/overlay";
import { engineText as words } from "../../text/engine";
import type { Variation } from "../../wire/engine";
import { registerKeys } from "../keys";
import type { PanelProps } from "../panel";
import { moveNumber } from "../study/studyTree";
import type { StudyMode } from "../study/studyMode";
import { LINE_COUNTS, type LineCount } from "./found";
import { lineTone } from "./engineShapes";
import type { StudyEngine } from "./studyEngine";
import type { Engines } from "./useEngines";
import { Button, IconButton } from "../../ui/Button";

export function EnginePanel({ study: { source }, engines }: PanelProps) {
  const { engine } = engines;
  useEngineKeys(engine, source);
  const on = engine.on.value;
  return (
    <section class="engine" aria-label={words.label}>
      <Head engine={engine} />
      {(on || engine.threatOn.value) && <EngineError engines={engines} />}
      {engine.threatOn.value && <ThreatRow engine={engine} />}
      {on && <Lines engine={engine} source={source} />}
      {on && <p class="hint-text engine-note">{words.whitesView}</p>}
      <Announcement engine={engine} />
    </section>
  );
}

function useEngineKeys(engine: StudyEngine, source: StudyMode): void {
  useEffect(
    () =>
      registerKeys([
        { keys: ["l"], label: words.keys.on, run: () => toggle(engine.on) },
        { keys: ["x"], label: words.keys.threat, run: () => toggle(engine.threatOn) },
        { keys: [" "], label: words.keys.best, run: () => playBest(engine, source) },
      ]),
    [engine, source],
  );
}

function toggle(option: { value: boolean }): boolean {
  option.value = !option.value;
  return true;
}

/** Plays the best move that is known. Space keeps its meaning where the keyboard has moved the focus. */
function playBest(engine: StudyEngine, source: StudyMode): boolean {
  if (document.activeElement?.matches(":focus-visible")) return false;
  const best = engine.found.peek()?.info.variations[0]?.moves[0];
  if (best === undefined) return false;
  source.preview(null);
  void source.play(best);
  return true;
}

function Head({ engine }: { engine: StudyEngine }) {
  const on = engine.on.value;
  const found = on ? engine.found.value : null;
  const best = found?.info.variations[0];
  return (
    <div class="engine-head">
      <Switch tone="engine" option={engine.on} label={words.on} />
      <Switch tone="threat" option={engine.threatOn} label={words.threat} title={words.threatTitle} />
      {best && (
        <b class="engine-score" title={words.whitesView}>
          <span aria-hidden="true">{words.score(best.score)}</span>
          <span class="visually-hidden">{words.scoreInWords(best.score)}</span>
        </b>
      )}
      {found && (
        <span class="engine-depth" title={words.speedTitle(found.info.nodesPerSecond)}>
          {words.depth(found.info.depth)} · {words.speed(found.info.nodesPerSecond)}
        </span>
      )}
      <div class="engine-settings">
        {(on || engine.threatOn.value) && (
          <Button
            class="quiet small"
            aria-pressed={engine.arrowsOn.value}
            title={words.arrowsTitle}
            label={words.arrows}
            onClick={() => toggle(engine.arrowsOn)}
          />
        )}
        {on && <Settings engine={engine} />}
      </div>
    </div>
  );
}

interface SwitchProps {
  /** Its colour: that of the arrows it draws. */
  readonly tone: OverlayTone;
  readonly option: Signal<boolean>;
  readonly label: string;
  readonly title?: string;
}

function Switch({ tone, option, label, title }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      class="engine-switch"
      style={{ "--tone": `var(--tone-${tone})` }}
      aria-checked={option.value}
      title={title}
      onClick={() => toggle(option)}
    >
      <span class="engine-knob" aria-hidden="true" />
      {label}
    </button>
  );
}

function Settings({ engine }: { engine: StudyEngine }) {
  const { unlimited, lines, status, deeper } = engine;
  return (
    <>
      <label class="engine-lines">
        {words.lines}
        <select
          value={lines.value}
          onChange={(event) => (lines.value = Number(event.currentTarget.value) as LineCount)}
        >
          {LINE_COUNTS.map((count) => (
            <option key={count} value={count} aria-label={words.lineCount(count)}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <Button
        class="quiet small"
        aria-pressed={unlimited.value}
        title={words.unlimitedTitle}
        label={words.unlimited}
        onClick={() => toggle(unlimited)}
      />
      {!deeper.value && status.value === "done" && (
        <Button class="quiet small" title={words.deeperTitle} label={words.deeper} onClick={() => engine.goDeeper()} />
      )}
      {status.value === "searching" && <span class="engine-busy">{words.status.searching}</span>}
    </>
  );
}

/** Why the engine does not run, and what to do. */
function EngineError({ engines }: { engines: Engines }) {
  const { engine } = engines;
  const status = engine.status.value;
  if (status === "elsewhere") {
    return (
      <p class="said said-note" role="status">
        {words.status.elsewhere} <Button class="small" label={words.takeOver} onClick={() => engines.takeOver()} />
      </p>
    );
  }
  if (status === "failed") {
    return (
      <p class="said said-error" role="alert">
        {words.status.failed} <Button class="small" label={words.restart} onClick={() => engine.restart()} />
      </p>
    );
  }
  if (status === "hidden" || status === "over") return <p class="hint-text">{words.status[status]}</p>;
  return null;
}

function ThreatRow({ engine }: { engine: StudyEngine }) {
  const error = engine.threatError.value;
  const threat = engine.threat.value;
  return (
    <p class={error ? "hint-text engine-threat-row" : "engine-threat-row"} role="status">
      {error ? (
        words.threatErrors[error]
      ) : threat ? (
        <>
          <b>{words.score(threat.score)}</b> {words.threatIs(threat.texts[0] ?? "")}
        </>
      ) : (
        words.searchingThreat
      )}
    </p>
  );
}

function Lines({ engine, source }: { engine: StudyEngine; source: StudyMode }) {
  const found = engine.found.value;
  const count = engine.lines.value;
  useEffect(() => () => source.preview(null), [source]);
  if (engine.status.value === "over") return null;
  const variations = found?.info.variations.slice(0, count) ?? [];
  // Places for the lines to come, so that the panel does not jump. A position with fewer moves has fewer lines.
  const places = found && found.lines >= count ? variations.length : count;
  return (
    <ol class="engine-variations" onPointerLeave={() => source.preview(null)}>
      {Array.from({ length: places }, (_, rank) => {
        const variation = variations[rank];
        return (
          <li key={rank} class="engine-line" style={{ "--tone": `var(--tone-${lineTone(rank)})` }}>
            {variation && <Line rank={rank + 1} variation={variation} source={source} />}
          </li>
        );
      })}
    </ol>
  );
}

const SHOWN_MOVES = 16;

interface LineProps {
  readonly rank: number;
  readonly variation: Variation;
  readonly source: StudyMode;
}

function Line({ rank, variation, source }: LineProps) {
  const open = useSignal(false);
  const { moves, texts, numbers, score } = variation;
  const { moveNumber: first, turn } = source.current.value;
  return (
    <div class={open.value ? "engine-row open" : "engine-row"} role="group" aria-label={words.lineLabel(rank, score)}>
      <b class="engine-row-score" aria-hidden="true">
        {words.score(score)}
      </b>
      <span class="engine-moves">
        {texts.slice(0, SHOWN_MOVES).map((move, at) => {
          const line = moves.slice(0, at + 1);
          const after = numbers[at] ?? null;
          return (
            <button
              key={at}
              type="button"
              class="engine-move"
              // One stop per line for the keyboard until the line is opened.
              tabIndex={at === 0 || open.value ? 0 : -1}
              title={words.playTo(move)}
              onPointerEnter={(event) => event.pointerType === "mouse" && source.preview(line)}
              onFocus={(event) => event.currentTarget.matches(":focus-visible") && source.preview(line)}
              onBlur={() => source.preview(null)}
              onClick={() => playLine(source, line)}
            >
              {after !== null && (
                <span class="study-inline-number">
                  {moveNumber({ number: first + after, color: at === 0 ? turn : "white" })}
                </span>
              )}
              {move}
            </button>
          );
        })}
      </span>
      {texts.length > 1 && (
        <IconButton
          icon="forward"
          label={words.expand(rank)}
          class="quiet small engine-expand"
          aria-expanded={open.value}
          onClick={() => (open.value = !open.value)}
        />
      )}
    </div>
  );
}

/** Adds the moves of a line to the tree and goes to the last one. */
function playLine(source: StudyMode, line: readonly string[]): void {
  source.preview(null);
  const last = source.addLine(source.tree.peek().current, line);
  if (last !== null) source.goTo(last);
}

/** Announces score and best move once per position, not at every depth. */
function Announcement({ engine }: { engine: StudyEngine }) {
  const best = engine.settled.value;
  return (
    <p class="visually-hidden" role="status">
      {best && words.announced(best.score, best.texts[0] ?? "")}
    </p>
  );
}
