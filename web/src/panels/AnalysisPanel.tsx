// The engine's analysis of the position: score, depth and variations.
import { text } from "../text";
import type { Variation } from "../wire/engine";
import type { Page } from "./page";

export function AnalysisPanel({ page }: { page: Page }) {
  const analysis = page.computer.analysis.value;
  if (!analysis) return null;
  const words = text.page.analysis;
  const { info } = analysis;
  const over = page.session.store.snapshot.value.status !== "ongoing";
  return (
    <section class="thought" aria-label={text.page.analysis.label}>
      <p class="thought-head">
        <b class="thought-score">{info?.variations[0]?.score ?? "…"}</b>
        <span>{over ? words.over : info ? words.depth(info.depth, info.nodes) : words.thinking}</span>
      </p>
      <ol>
        {info?.variations.map((variation, rank) => (
          <li key={rank}>
            <VariationText variation={variation} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const SHOWN_MOVES = 6;

function VariationText({ variation }: { variation: Variation }) {
  return (
    <>
      <b>{variation.score}</b> {variation.texts.slice(0, SHOWN_MOVES).join(" ")}
      {variation.texts.length > SHOWN_MOVES ? " …" : ""}
    </>
  );
}
