// Every kind of special move, played by clicks in the map from a position that a link opens.
import { expect, test } from "@playwright/test";
import { expectMoves, expectPly, openPage, pin, playInMap, square } from "./gamePage";

interface SpecialMove {
  readonly name: string;
  readonly tfen: string;
  readonly moves: readonly string[];
  readonly texts: readonly string[];
}

const DEFERRED = "4/4/2P1/3K|4/4/4/3P|P1n1/4/4/4|QL1w:2/2,QL2w:2/b1,QL6b:1r/2,KL6b:1k/1p b - c2W - - - 0 39 revised";
const FREED = "4/4/4/3K|4/4/4/4|P3/4/3k/4|QL1w:2/2,QL2b:2/2,KL2b:2/2,QL6w:2/2 w - - - - - 0 40 revised";
const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";
const EP =
  "n3/2N1/3P/N1BB|3p/p3/1n2/1P2|1bb1/2p1/3p/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:rq/pp,KL6b:rk/1p w - - - a5N - 0 11 revised";

const SPECIAL_MOVES: readonly SpecialMove[] = [
  {
    name: "castling on one board",
    tfen: "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1 revised",
    moves: ["O-O", "O-O"],
    texts: ["O-O", "O-O"],
  },
  {
    name: "castling across boards, king and rook swap places",
    tfen: "4/P3/2PB/NB1N|p3/3p/3P/4|qbbn/1pp1/pn2/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:r1/p1,KL6b:kr/pp b kq - - - - 0 6 revised",
    moves: ["O-O-O"],
    texts: ["O-O-O"],
  },
  {
    name: "castling across boards under Meder’s rules, the king next to the rook",
    tfen: "4/2N1/PPPP/QBB1|4/4/4/1N2|nbbn/1p2/p3/2pp|QL1w:PP/R1,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 4 meder",
    moves: ["O-O-O"],
    texts: ["O-O-O"],
  },
  { name: "en passant, the lower level", tfen: EP, moves: ["b5Ba6N"], texts: ["bxa6N e.p."] },
  { name: "en passant, the higher level", tfen: EP, moves: ["b5Ba6B"], texts: ["bxa6B e.p."] },
  {
    name: "a promotion",
    tfen: "p3/4/4/K3|4/4/P1k1/4|4/4/4/4|QL1w:P1/2,KL1w:2/1R,QL6b:r1/pp,KL6b:2/P1 w - - a4W,d8KL6 - - 0 57 revised",
    moves: ["d8KL6d9KL6=N"],
    texts: ["d9KL6=N"],
  },
  { name: "a board move, its rider on the same square", tfen: RIDER, moves: ["QL1-KL2"], texts: ["QL1-KL2"] },
  { name: "a board move, its rider turned", tfen: RIDER, moves: ["QL1-KL2^180"], texts: ["QL1-KL2^180"] },
  { name: "a board turns on its pin", tfen: RIDER, moves: ["QL1^180"], texts: ["QL1^180"] },
  {
    name: "a board move under Meder’s rules that promotes its rider",
    tfen: "4/1R2/3P/4|4/4/4/2B1|r3/pb2/2n1/4|KL1w:1P/K1,QL2w:2/2,QL3b:2/1p,KL6b:1k/1n b - d2W,a7B a2QL3 - - 1 41 meder",
    moves: ["QL3-QL1=R"],
    texts: ["QL3-QL1=R"],
  },
  {
    name: "a forced promotion of the opponent’s pawn",
    tfen: DEFERRED,
    moves: ["QL6-KL5", "a8B=Q"],
    texts: ["QL6-KL5", "a8B=Q"],
  },
  {
    name: "a board move that frees the mover’s own deferred pawn",
    tfen: FREED,
    moves: ["QL6-QL5=B"],
    texts: ["QL6-QL5=B"],
  },
];

for (const { name, tfen, moves, texts } of SPECIAL_MOVES) {
  test(name, async ({ page }) => {
    await openPage(page, { tfen });
    await expectPly(page, 0);
    for (const [index, move] of moves.entries()) {
      await playInMap(page, move);
      await expectPly(page, index + 1);
    }
    const listed = () => page.locator(".ply").allTextContents();
    await expect.poll(async () => (await listed()).map((text) => text.replace(/[+#]/, ""))).toEqual(texts);
  });
}

test("en passant offers every level of the column it passed", async ({ page }) => {
  await openPage(page, { tfen: EP });
  await square(page, "b5B").click();
  await expect(square(page, "a6N")).toHaveClass(/captures/);
  await expect(square(page, "a6B")).toHaveClass(/captures/);
});

test("a forced promotion must be made before anything else", async ({ page }) => {
  await openPage(page, { tfen: DEFERRED });
  await playInMap(page, "QL6-KL5");
  await expect(page.locator(".status")).toHaveText("White must promote the pawn on a8 on B");
  const question = page.getByRole("dialog", { name: "The pawn on a8 on B must promote to:" });
  await expect(question).toBeVisible();
  await expect(question.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await expect(square(page, "a8B")).toHaveClass(/pending/);
});

test("the pins of a board and both landings are marked before it moves", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").click();
  await expect(pin(page, "KL2")).toHaveClass(/target/);
  await expect(pin(page, "QL4")).not.toHaveClass(/target/);
  await pin(page, "KL2").click();
  await expect(page.locator(".map-landing")).toHaveCount(2);
  await page.locator('.map-landing[aria-label*="turned"]').click();
  await expectMoves(page, ["QL1-KL2^180"]);
});

test("a board is dragged by its handle to a pin, a piece to a square", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").dragTo(pin(page, "KL2"));
  await page.getByRole("dialog").getByRole("button", { name: "same corner" }).click();
  await expectPly(page, 1);
  await openPage(page, { tfen: EP });
  await square(page, "b5B").dragTo(square(page, "a6N"));
  await expectMoves(page, ["bxa6N e.p."]);
});

test("a deferred pawn is marked and named so", async ({ page }) => {
  await openPage(page, { tfen: DEFERRED });
  await expect(square(page, "a8B")).toHaveAttribute("aria-label", /white pawn, a8 on B, .*deferred/);
  await expect(square(page, "a8B").locator(".mark-deferred")).toBeVisible();
});

test("a board’s handle names its owner and its controller", async ({ page }) => {
  await openPage(page, { tfen: DEFERRED });
  await expect(pin(page, "QL2")).toHaveAttribute("aria-label", /^QL2: Black controls, White’s board, 1 piece/);
  await expect(pin(page, "QL2")).toContainText("Black controls");
});

test("the last move is marked: castling and a board move", async ({ page }) => {
  const marked = () =>
    page
      .locator(".map .square.last")
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.square ?? "").sort());
  const [short, , long] = SPECIAL_MOVES;
  await openPage(page, { tfen: short?.tfen ?? "" });
  await playInMap(page, "O-O");
  await expect.poll(marked).toEqual(["d0KL1", "e0KL1"]);
  await openPage(page, { tfen: long?.tfen ?? "" });
  await playInMap(page, "O-O-O");
  await expect.poll(marked).toEqual(["a0QL1", "d0KL1", "z0QL1"]);
  await openPage(page, { tfen: RIDER });
  await playInMap(page, "QL1-KL2");
  await expect(pin(page, "QL1")).toHaveClass(/last/);
  await expect(page.locator(".map-board.last")).toHaveCount(1);
  await expect.poll(marked).toHaveLength(1);
});
