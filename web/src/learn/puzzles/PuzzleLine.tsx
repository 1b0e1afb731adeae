// After a puzzle: what it was about, and its moves, which lead through the positions.
import { puzzleText as words } from "../../text/puzzles";
import type { PlayedMove } from "../../wire/game";
import type { Puzzle } from "./puzzleGame";

export function PuzzleLine({ source }: { source: Puzzle }) {
  const { moves, ply } = source.state.value.history;
  const { themes } = source.view;
  // The last theme is the most special one.
  const main = themes.at(-1);
  return (
    <>
      <ol class="puzzle-line" aria-label={words.line}>
        {moves.map((move, index) => (
          <li key={index}>
            <button
              type="button"
              class="quiet small"
              aria-current={ply === index + 1 ? "step" : undefined}
              onClick={() => source.steps.jump(index + 1)}
            >
              {numbered(move, index === 0)}
            </button>
          </li>
        ))}
      </ol>
      {main !== undefined && <p class="puzzle-lesson">{words.lesson[main]}</p>}
      <ul class="puzzle-tags" aria-label={words.themes}>
        {themes.map((theme) => (
          <li key={theme}>{words.theme(theme)}</li>
        ))}
      </ul>
    </>
  );
}

/** White's moves and the first one have their number. */
function numbered({ number, color, text, forced }: PlayedMove, first: boolean): string {
  if (forced) return text;
  if (color === "white") return `${number}. ${text}`;
  return first ? `${number}… ${text}` : text;
}
