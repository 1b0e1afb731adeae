// What the computer thinks of the position: score, depth and line, as they deepen.
import type { Variation } from "../source/engine";
import { counted } from "../state/text";
import type { Page } from "./page";

export function AnalysisPanel({ page }: { page: Page }) {
  const thought = page.computer.analysis.value;
  if (!thought) return null;
  const [best] = thought.lines;
  const over = page.session.store.snapshot.value.status !== "ongoing";
  return (
    <section class="thought" aria-label="What the computer thinks">
      <p class="thought-head">
        <b class="thought-score">{best?.score ?? "…"}</b>
        <span>
          {over ? "The game is over" : best ? `depth ${best.depth} · ${counted(best.nodes, "position")}` : "thinking…"}
        </span>
      </p>
      <ol>
        {thought.lines.map((line) => (
          <li key={line.rank}>
            <Line line={line} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const SHOWN_MOVES = 6;

function Line({ line }: { line: Variation }) {
  return (
    <>
      <b>{line.score}</b> {line.texts.slice(0, SHOWN_MOVES).join(" ")}
      {line.texts.length > SHOWN_MOVES ? " …" : ""}
    </>
  );
}
