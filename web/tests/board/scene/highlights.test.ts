// Highlights derived from the state: marks, pins, ghosts and captions.
import { signal } from "@preact/signals-core";
import { describe, expect, it } from "vitest";
import { readHighlights, type Highlights } from "../../../src/board/scene/overlay/highlights";
import type { Mode } from "../../../src/board/mode";
import type { Touched } from "../../../src/wire/game";
import { Store } from "../../../src/board/store";
import type { History, PlayedMove } from "../../../src/wire/game";
import type { Color, Snapshot } from "../../../src/wire/snapshot";
import { aBoardMove, aMove, aPiece, aSnapshot, aMode } from "../../fakes";
import { map } from "../../../src/text/english/map";
import { world } from "./randomGames";

const QUIET = { attacked: signal<readonly string[]>([]), checkers: signal<readonly string[]>([]) };

function open(rest: Partial<Snapshot>, seats?: readonly Color[]): Store {
  return new Store(world, signal<Mode>(aMode(aSnapshot(rest), seats && { seats })));
}

/** A store after a move that touched these squares and pins. */
function openAfter(rest: Partial<Snapshot>, touched: Touched): Store {
  const played: PlayedMove = {
    move: "",
    text: "",
    color: "white",
    number: 1,
    forced: false,
    piece: null,
    captured: null,
    ...touched,
  };
  const history: History = { moves: [played], ply: 1 };
  return new Store(world, signal<Mode>(aMode(aSnapshot(rest), { history })));
}

/** The marks of a tone, as "shape square". */
function marked(highlights: Highlights, tone: string): string[] {
  return highlights.marks.filter((mark) => mark.tone === tone).map(({ shape, square }) => `${shape} ${square}`);
}

const pieces = [
  aPiece("b2W", "white", "pawn"),
  aPiece("a3W", "black", "knight"),
  aPiece("a1QL1", "white", "pawn", { marks: ["carried"] }),
];
const moves = [
  aMove("b2Wb3W"),
  aMove("b2Wb3N"),
  aMove("b2Wa3W", { kind: "capture", captures: "a3W" }),
  aBoardMove("QL1", "KL2", "e5KL2"),
  aBoardMove("QL1", "KL2", "d4KL2", true),
];

describe("a selected piece", () => {
  const store = open({ pieces, moves });
  store.pickSquare("b2W");

  it("is lifted and marks targets and captures differently", () => {
    const highlights = readHighlights(store, QUIET);
    expect(highlights.lifted).toBe("b2W");
    expect(marked(highlights, "target")).toEqual(["dot b3W", "dot b3N"]);
    expect(marked(highlights, "capture")).toEqual(["ring a3W"]);
    expect(highlights.ties).toEqual([{ tone: "target", squares: ["b3W", "b3N"] }]);
    expect(highlights.keepVisible).toEqual(["b2W", "b3W", "b3N", "a3W"]);
  });

  it("has a ghost only on the hovered target", () => {
    store.hover("c3N");
    expect(readHighlights(store, QUIET).ghosts).toEqual([]);
    store.hover("b3N");
    expect(readHighlights(store, QUIET).ghosts).toEqual([
      { kind: "pawn", color: "white", square: "b3N", turned: null },
    ]);
  });
});

describe("a king that can castle", () => {
  it("has a ring and corners round the rook", () => {
    const king = [aPiece("d0KL1", "white", "king"), aPiece("e0KL1", "white", "rook")];
    const store = open({ pieces: king, moves: [aMove("d0KL1e0KL1", { kind: "castle" })] });
    store.pickSquare("d0KL1");
    expect(marked(readHighlights(store, QUIET), "target")).toEqual(["ring e0KL1", "corners e0KL1"]);
  });
});

describe("a hovered square", () => {
  it("marks the existing squares of its column", () => {
    const store = open({ pieces });
    store.hover("a4N");
    const highlights = readHighlights(store, QUIET);
    expect(highlights.ties).toEqual([{ tone: "hover", squares: ["a4W", "a4N"] }]);
    expect(highlights.pointer).toBe("a4, middle board");
    expect(marked(highlights, "column")).toEqual(["outline a4W"]);
    expect(marked(highlights, "hover")).toEqual(["outline a4N"]);
  });

  it("is named in words", () => {
    const store = open({ pieces });
    const words = ["a1QL1", "b2W", "c6B", "d4N"].map((square) => {
      store.hover(square);
      return readHighlights(store, QUIET).pointer;
    });
    expect(words).toEqual(["a1, board on QL1", "b2, White’s board", "c6, Black’s board", "d4, middle board"]);
  });

  it("captions the marks of its piece", () => {
    const store = open({ pieces });
    store.hover("a1QL1");
    expect(readHighlights(store, QUIET).captions.map(({ text }) => text)).toEqual([map.markTip.carried]);
  });
});

describe("a selected board", () => {
  it("highlights reachable pins and barred pins differently", () => {
    const store = open({ pieces, moves });
    store.pickBoard("QL1");
    const { pins, ghostBoard } = readHighlights(store, QUIET);
    expect(pins.get("QL1")).toBe("selected");
    expect(pins.get("KL2")).toBe("eligible");
    expect(pins.get("QL2")).toBe("barred");
    expect(pins.get("QL6")).toBe("occupied");
    expect(pins.get("KL5")).toBe("free");
    expect(ghostBoard).toBeNull();
  });

  it("shows ghosts and captions for both landings on the hovered pin", () => {
    const store = open({ pieces, moves });
    store.pickBoard("QL1");
    store.hoverPin("KL2");
    const { ghosts, ghostBoard, captions, marks } = readHighlights(store, QUIET);
    expect(ghostBoard).toEqual({ pin: "KL2", owner: "white" });
    expect(ghosts.map(({ square, turned }) => [square, turned])).toEqual([
      ["e5KL2", false],
      ["d4KL2", true],
    ]);
    expect(captions.map(({ text, tone }) => [text, tone])).toEqual([
      ["= e5KL2: same corner", "sameCorner"],
      ["⟳ d4KL2: opposite corner", "otherCorner"],
    ]);
    expect(marks.filter(({ shape }) => shape === "fill").map(({ square, tone }) => [square, tone])).toEqual([
      ["e5KL2", "sameCorner"],
      ["d4KL2", "otherCorner"],
    ]);
  });

  it("keeps its ghost while the landing is being chosen", () => {
    const store = open({ pieces, moves });
    store.pickBoard("QL1");
    store.pickPin("KL2");
    store.hoverPin(null);
    expect(readHighlights(store, QUIET).ghostBoard).toEqual({ pin: "KL2", owner: "white" });
  });

  it("marks the pawn that it would force to promote", () => {
    const forcing = [{ ...aBoardMove("QL1", "QL2", null), forces: "a8B" }];
    const store = open({ pieces, moves: forcing });
    store.pickBoard("QL1");
    store.hoverPin("QL2");
    const highlights = readHighlights(store, QUIET);
    expect(marked(highlights, "pending")).toEqual(["outline a8B"]);
    expect(highlights.captions.map(({ text }) => text)).toContain("would have to promote");
  });
});

describe("a hovered board", () => {
  it("captions its owner and controller", () => {
    const store = open({ pieces });
    store.hoverPin("QL1");
    expect(readHighlights(store, QUIET).captions.map(({ text }) => text)).toEqual([
      "QL1: White’s board, controlled by White",
    ]);
    store.hoverPin("KL6");
    expect(readHighlights(store, QUIET).captions[0]?.text).toContain("4 pieces, can’t move");
  });
});

describe("the position", () => {
  it("marks the last move, check, checkers and a pending promotion", () => {
    const store = openAfter({ pieces, check: "b2W", pending: "a3W" }, { squares: ["c2W", "c4N"], pins: [] });
    const highlights = readHighlights(store, { ...QUIET, checkers: signal(["a3W"]) });
    expect(marked(highlights, "last")).toEqual(["fill c2W", "fill c4N"]);
    expect(marked(highlights, "check")).toEqual(["corners a3W", "ring b2W"]);
    expect(marked(highlights, "pending")).toEqual(["outline a3W"]);
    expect(highlights.captions.map(({ text }) => text)).toContain("must promote");
  });

  it("highlights the pins of the last board move", () => {
    const { pins } = readHighlights(openAfter({}, { squares: [], pins: ["QL1", "KL2"] }), QUIET);
    expect([pins.get("QL1"), pins.get("KL2"), pins.get("QL2")]).toEqual(["last", "last", "free"]);
  });

  it("highlights the pins of a hinted board move", () => {
    const store = open({});
    store.showHint({ squares: [], pins: ["QL1", "KL2"] });
    const { pins } = readHighlights(store, QUIET);
    expect([pins.get("QL1"), pins.get("KL2"), pins.get("QL2")]).toEqual(["hint", "hint", "free"]);
  });

  it("marks attacked squares that exist", () => {
    const highlights = readHighlights(open({ pieces }), { ...QUIET, attacked: signal(["b3W", "a4QL2"]) });
    expect(marked(highlights, "threat")).toEqual(["corners b3W"]);
  });

  it("marks premove targets and the premove", async () => {
    const source = aMode(aSnapshot({ turn: "black", pieces }), { seats: ["white"], reach: ["b3W"] });
    const store = new Store(world, signal<Mode>(source));
    store.pickSquare("b2W");
    await new Promise((resolve) => setTimeout(resolve));
    expect(marked(readHighlights(store, QUIET), "premove")).toEqual(["outline b2W", "dot b3W"]);
    store.pickSquare("b3W");
    expect(marked(readHighlights(store, QUIET), "premove")).toEqual(["fill b2W", "fill b3W"]);
  });
});
