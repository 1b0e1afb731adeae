// The transitions of the interaction, as pure functions: state and input in, state and effects out.
import { describe, expect, test } from "vitest";
import {
  IDLE,
  interact,
  pickUpKind,
  pinTargetsOf,
  type GameHere,
  type Input,
  type Interaction,
  type Step,
} from "../../src/board/interaction";
import type { Color, Snapshot } from "../../src/wire/snapshot";
import { aBoardMove, aMove, aPiece, aSnapshot, REFUSED } from "../fakes";

const pieces = [aPiece("b2W", "white", "pawn"), aPiece("a1W", "white", "knight"), aPiece("b7B", "black", "pawn")];
const moves = [aMove("b2Wb3W"), aMove("b2Wb3N"), aMove("a1Wb3W", { piece: "knight" })];

function view(rest: Partial<Snapshot> = {}, seats: readonly Color[] = ["white", "black"]): GameHere {
  const snapshot = aSnapshot({ pieces, moves, ...rest });
  return { snapshot, pieceAt: new Map(snapshot.pieces.map((each) => [each.square, each])), seats };
}

/** Runs inputs one after the other; the effects are those of the last one. */
function run(game: GameHere, ...inputs: Input[]): Step {
  return inputs.reduce<Step>((step, input) => interact(step.state, game, input), { state: IDLE, effects: [] });
}

const square = (name: string): Input => ({ type: "pickSquare", square: name });

describe("what may be picked up", () => {
  const waiting = view({ turn: "black", moves: [] }, ["white"]);

  test.each([
    ["a piece of the side to move", view(), "b2W", "piece"],
    ["a piece of the other side, both at this screen", view(), "b7B", null],
    ["an empty square", view(), "c4W", null],
    ["an own piece before its turn", waiting, "b2W", "premove"],
    ["the opponent’s piece in their turn", waiting, "b7B", null],
    ["any piece for a spectator", view({}, []), "b2W", null],
    ["a piece of a finished game", view({ status: "resigned" }), "b2W", null],
    ["an own piece of a finished game", view({ status: "resigned", turn: "black" }, ["white"]), "b2W", null],
  ] as const)("%s", (_, game, name, kind) => expect(pickUpKind(game, name)).toBe(kind));

  test("a click and a drag select the same piece", () => {
    const drag = run(view(), { type: "pickUp", square: "b2W" });
    expect(drag).toEqual(run(view(), square("b2W")));
    expect(drag.state.selection).toEqual({ kind: "piece", square: "b2W" });
  });

  test("a click and a drag start the same premove", () => {
    const drag = run(waiting, { type: "pickUp", square: "b2W" });
    expect(drag).toEqual(run(waiting, square("b2W")));
    expect(drag.effects).toEqual([{ type: "reach", square: "b2W" }]);
  });

  test("a drag selects a piece that is a target of another one", () => {
    const game = view({
      pieces: [aPiece("d0KL1", "white", "king"), aPiece("e0KL1", "white", "rook")],
      moves: [aMove("O-O", { kind: "castle", piece: "king", from: "d0KL1", to: "e0KL1" })],
    });
    expect(run(game, square("d0KL1"), square("e0KL1")).effects).toEqual([{ type: "play", move: "O-O" }]);
    const dragged = run(game, square("d0KL1"), { type: "pickUp", square: "e0KL1" });
    expect(dragged).toMatchObject({ state: { selection: { kind: "piece", square: "e0KL1" } }, effects: [] });
  });

  test("a drag of the selected piece keeps it selected", () => {
    expect(run(view(), square("b2W"), { type: "pickUp", square: "b2W" }).state.selection).not.toBeNull();
  });
});

test("inputs leave the state they start from alone", () => {
  const before: Interaction = Object.freeze({ ...IDLE });
  interact(before, view(), square("b2W"));
  expect(before).toEqual(IDLE);
});

describe("boards", () => {
  const both = [aBoardMove("QL1", "QL2", "a5QL2"), aBoardMove("QL1", "QL2", "z4QL2", true)];
  const game = view({ moves: [...both, aBoardMove("QL1", "KL2", "e5KL2")] });
  const board: Input = { type: "pickBoard", pin: "QL1", dragged: false };

  test("a landing that is shown before a pin is picked is played", () => {
    expect(run(game, board, square("z4QL2")).effects).toEqual([{ type: "play", move: "QL1-QL2^180" }]);
  });

  test("a double click on a board that can turn plays nothing and lets it go", () => {
    const turn = { ...aBoardMove("QL1", "QL1", "a1QL1", true), move: "QL1^180" };
    const turning = view({ moves: [...both, turn] });
    for (const again of [board, { type: "pickPin", pin: "QL1" }] satisfies Input[]) {
      expect(run(turning, board, again)).toEqual({ state: IDLE, effects: [] });
    }
    expect(run(turning, board, square("a1QL1")).effects).toEqual([{ type: "play", move: "QL1^180" }]);
  });

  test("a pin without a board selects nothing", () => {
    const { state } = run(game, { type: "pickBoard", pin: "QL4", dragged: false });
    expect(state.selection).toBeNull();
    expect(pinTargetsOf(state.selection, game).size).toBe(0);
  });
});

describe("what cannot move", () => {
  const stuck = view({ moves: [aMove("b2Wb3W")] });

  test("a piece without moves is selected and asks why", () => {
    const { state, effects } = run(stuck, square("a1W"));
    expect(state.selection).toEqual({ kind: "piece", square: "a1W" });
    expect(effects).toEqual([{ type: "whyStuck", selection: state.selection }]);
    expect(run(stuck, square("b2W")).effects).toEqual([]);
  });

  test("a board without moves asks why, in the player’s turn", () => {
    const { state, effects } = run(stuck, { type: "pickBoard", pin: "QL1", dragged: false });
    expect(effects).toEqual([{ type: "whyStuck", selection: state.selection }]);
    expect(run(stuck, { type: "pickBoard", pin: "QL1", dragged: true }).effects).toEqual([]);
    const waiting = view({ turn: "black", moves: [] }, ["white"]);
    expect(run(waiting, { type: "pickBoard", pin: "QL1", dragged: false }).effects).toEqual([]);
  });

  test("the reason is shown beside the selection, unless another one was made meanwhile", () => {
    const { state } = run(stuck, square("a1W"));
    if (!state.selection) throw new Error("nothing is selected");
    const reason: Input = { type: "stuck", selection: state.selection, error: REFUSED };
    expect(interact(state, stuck, reason).state).toMatchObject({ selection: state.selection, error: REFUSED });
    const other = interact(state, stuck, square("b2W")).state;
    expect(interact(other, stuck, reason).state.error).toBeNull();
  });
});

describe("a new position", () => {
  const premoving: Interaction = { ...IDLE, premove: { from: "b2W", to: "b3W" } };
  const changed: Input = { type: "positionChanged" };

  test("clears selection, error and hint", () => {
    const busy: Interaction = {
      ...IDLE,
      selection: { kind: "piece", square: "b2W" },
      error: REFUSED,
      hint: { squares: ["b3W"], pins: [] },
    };
    expect(interact(busy, view(), changed)).toEqual({ state: IDLE, effects: [] });
  });

  test("plays the premove in the player’s turn", () => {
    expect(interact(premoving, view({}, ["white"]), changed)).toEqual({
      state: IDLE,
      effects: [{ type: "play", move: "b2Wb3W" }],
    });
  });

  test("keeps the premove until then", () => {
    const step = interact(premoving, view({ turn: "black" }, ["white"]), changed);
    expect(step).toEqual({ state: premoving, effects: [] });
  });

  test("keeps the premove while a promotion is pending", () => {
    const step = interact(premoving, view({ pending: "a8B" }, ["white"]), changed);
    expect(step).toEqual({ state: premoving, effects: [] });
  });

  test("drops a premove that is not legal", () => {
    expect(interact(premoving, view({ moves: [] }, ["white"]), changed)).toEqual({ state: IDLE, effects: [] });
  });
});
