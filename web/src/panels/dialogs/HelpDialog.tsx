// Help: rules, keys, the 3D set and marks.
import { Dialog } from "./Dialog";

const KEYS: readonly (readonly [string, string])[] = [
  ["Arrow keys", "from square to square in the map"],
  ["Page up, Page down", "to the next level of the same column"],
  ["Enter or Space", "pick the square"],
  ["B", "pick the attack board you are on"],
  ["Escape", "let go"],
];

const SET: readonly (readonly [string, string])[] = [
  ["Drag beside a piece", "turn the set; with the right button or two fingers, shift it"],
  ["Wheel or pinch", "come nearer"],
  ["Shift", "where two targets lie behind each other, point at the farther one"],
  ["Post or rim", "pick an attack board"],
  ["Rings on a post", "one: White’s board; two: Black’s"],
  ["Bead on a corner", "a ball: White controls the board; a cube: Black does; none: no one"],
  ["Tap twice", "on a touch screen the first tap on a target shows where the piece would stand"],
];

const MARKS: readonly (readonly [string, string])[] = [
  ["frozen", "the pawn’s next column does not exist: it waits until a board stands there"],
  ["deferred", "under an attack board it stays a pawn; it promotes when that board leaves"],
  ["carried", "a board has carried it: it has no double step any more"],
  ["stranded", "a board has carried it to its furthest rank, where it stays a pawn"],
];

export function HelpDialog({ close }: { close: () => void }) {
  return (
    <Dialog title="How it works" close={close}>
      <p>
        Seen from above the boards make one map of files z to e and ranks 0 to 9. A piece moves as in flat chess on that
        map and lands on any level of the square it reaches. A line piece goes no further than the first column that
        holds any piece.
      </p>
      <p>
        Instead of moving a piece you may move an attack board that carries at most one piece: pick the board by its
        name, then a lit pin. Its rider lands in the same place or, turned, in the opposite corner.
      </p>
      <h3>Keys in the map</h3>
      <dl class="keys">
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>The set in 3D</h3>
      <dl class="keys">
        {SET.map(([what, text]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>Marks on pawns</h3>
      <dl class="keys">
        {MARKS.map(([mark, text]) => (
          <div key={mark}>
            <dt>
              <span class={`mark mark-${mark} mark-inline`} aria-hidden="true" /> {mark}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
