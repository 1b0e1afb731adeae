// The graph of White's win chance. A click or a key goes to the position; the table of moves has the same numbers.
import { useSignal } from "@preact/signals";
import { reportText as words } from "../../text/report";
import type { StudyReport } from "../../wire/study";
import type { StudyMode } from "../study/studyMode";
import { GRAPH, graphArea, graphLine, graphPoint, indexAt } from "./graph";

interface GraphProps {
  readonly view: StudyReport;
  readonly source: StudyMode;
}

export function WinChanceGraph({ view, source }: GraphProps) {
  const { nodes, winChances, report } = view;
  const hovered = useSignal<number | null>(null);
  const current = nodes.indexOf(source.node.value.id);
  const shown = hovered.value ?? (current < 0 ? null : current);
  const goTo = (index: number): void => {
    const node = nodes[index];
    if (node !== undefined) source.goTo(node);
  };
  return (
    <div class="report-graph">
      <div
        class="report-graph-box"
        role="slider"
        tabIndex={0}
        aria-label={words.graph}
        aria-valuemin={0}
        aria-valuemax={nodes.length - 1}
        aria-valuenow={Math.max(0, current)}
        aria-valuetext={pointText(view, source, Math.max(0, current))}
        onPointerMove={(event) => (hovered.value = indexUnder(event, nodes.length))}
        onPointerLeave={() => (hovered.value = null)}
        onClick={(event) => goTo(indexUnder(event, nodes.length))}
        onKeyDown={(event) => {
          const next = nextIndex(event.key, current, nodes.length);
          if (next === null) return;
          event.preventDefault();
          goTo(next);
        }}
      >
        <svg viewBox={`0 0 ${GRAPH.width} ${GRAPH.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="graph-area" d={graphArea(winChances)} />
          <path class="graph-middle" d={`M0 ${GRAPH.height / 2}H${GRAPH.width}`} />
          <path class="graph-line" d={graphLine(winChances)} />
          {current >= 0 && <Marker index={current} count={nodes.length} kind="current" />}
          {hovered.value !== null && <Marker index={hovered.value} count={nodes.length} kind="hovered" />}
        </svg>
        {report?.plies.map(
          ({ ply, judgement, winChance }) =>
            judgement && (
              <span
                key={ply}
                class={`graph-dot graph-${judgement}`}
                style={dotPlace(graphPoint(ply, nodes.length, winChance))}
              />
            ),
        )}
      </div>
      <p class="report-point" aria-hidden="true">
        {shown === null ? " " : pointText(view, source, shown)}
      </p>
    </div>
  );
}

function Marker({ index, count, kind }: { index: number; count: number; kind: "current" | "hovered" }) {
  return <path class={`graph-${kind}`} d={`M${graphPoint(index, count, 0).x} 0V${GRAPH.height}`} />;
}

function dotPlace({ x, y }: { x: number; y: number }) {
  return { left: `${(x / GRAPH.width) * 100}%`, top: `${(y / GRAPH.height) * 100}%` };
}

function pointText({ nodes, winChances }: StudyReport, source: StudyMode, index: number): string {
  const played = source.tree.value.nodes.get(nodes[index] ?? -1)?.played;
  const move = played ? words.moveName(played.number, played.color, played.text) : words.startPosition;
  const chance = winChances[index] ?? null;
  return chance === null ? move : words.graphPoint(move, Math.round(chance * 100));
}

function indexUnder(event: MouseEvent & { currentTarget: HTMLElement }, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return indexAt((event.clientX - left) / width, count);
}

/** Where a key of a slider leads. */
function nextIndex(key: string, current: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, current - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, current + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
