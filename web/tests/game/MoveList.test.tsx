// The list of moves says which move is shown.
import { signal } from "@preact/signals";
import { render } from "preact";
import { expect, test } from "vitest";
import type { Store } from "../../src/board/store";
import { MoveList } from "../../src/game/MoveList";

test.each([
  [0, "Start of the game."],
  [1, "Move 1 of 2."],
  [2, "Move 1 of 2."],
  [3, "Move 2 of 2."],
])("after %i of four half-moves it counts moves", (ply, note) => {
  const moves = ["b2Wb4N", "b7Bb5N", "c2Wc4N", "c7Bc5N"].map((move, index) => ({
    move,
    text: move.slice(3),
    number: Math.floor(index / 2) + 1,
    color: index % 2 === 0 ? "white" : "black",
    forced: false,
    piece: "pawn",
    captured: null,
  }));
  const mode = { board: { history: signal({ moves, ply }) }, seats: signal(["white"]) };
  const root = document.createElement("div");
  render(<MoveList store={{ mode: signal(mode), goTo: () => undefined } as unknown as Store} review={false} />, root);
  expect(root.querySelector(".moves-note")?.textContent).toMatch(new RegExp(`^${note}`));
});
