// How a local game ends: resignation, agreement, a claim, the clock; and what the 3D view shows of a mate.
import { expect, test } from "@playwright/test";
import { expectNoDialog, expectPly, openDialog, openPage, pin, playInMap, typeMove } from "./gamePage";
import { sceneReady, settled } from "./scenePage";

/** White mates by Nxc8B. */
const BEFORE_MATE =
  "1P2/4/P1PP/NBB1|pN2/4/4/4|nbbn/2p1/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:rk/pp w KQ - - - - 0 5";

test("resignation asks for confirmation", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Keep playing" }).click();
  await expectNoDialog(page);
  await expect(page.locator(".status")).toHaveText("White to move");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign as White" }).click();
  await expect(page.locator(".status")).toContainText("White resigned. Black wins");
  await expect(page.locator(".result")).toHaveText("0-1");
  await expect(page.getByLabel("Type a move")).toHaveCount(0);
});

test("both players agree to a draw", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Draw" }).click();
  await page.getByRole("button", { name: "Agree to a draw" }).click();
  await expect(page.locator(".status")).toContainText("Draw: by agreement");
  await expect(page.locator(".result")).toHaveText("½-½");
});

test("the result of a game is copied as a few lines with a tiny picture and a link", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, { tfen: BEFORE_MATE });
  await openDialog(page, "Share");
  await expect(page.getByRole("button", { name: "Share the result" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await typeMove(page, "Nxc8B", 1);
  await openDialog(page, "Share");
  await expect(page.getByLabel("The result to share")).toContainText("Checkmate. White wins");
  await page.getByRole("button", { name: "Share the result" }).click();
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const lines = copied.split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[1]).toMatch(/^([⬜⬛🟦🟥]{4} ?){3}$/u);
  await page.goto("about:blank");
  await page.goto(lines[5] ?? "");
  await expect(page.locator(".status")).toContainText("Checkmate. White wins");
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("the result goes to the system’s share sheet", async ({ page }) => {
    await page.addInitScript(() => {
      navigator.share = (data) => {
        document.title = data?.text ?? "";
        return Promise.resolve();
      };
    });
    await openPage(page, { tfen: BEFORE_MATE });
    await typeMove(page, "Nxc8B", 1);
    await openDialog(page, "Share");
    await page.getByRole("button", { name: "Share the result" }).click();
    await expect(page).toHaveTitle(/^Tri-D, chess on three levels: Checkmate\. White wins\./);
  });
});

test("a threefold repetition can be claimed", async ({ page }) => {
  await openPage(page);
  const cycle = ["d1Wc3W", "d8Bc6B", "c3Wd1W", "c6Bd8B"];
  for (const [index, move] of [...cycle, ...cycle].entries()) {
    await expect(page.getByRole("button", { name: /Claim a draw/ })).toHaveCount(0);
    await playInMap(page, move);
    await expectPly(page, index + 1);
  }
  await page.getByRole("button", { name: /Claim a draw/ }).click();
  await expect(page.locator(".status")).toContainText("Draw: threefold repetition");
});

test("the clock starts after the first move, and its flag falls", async ({ page }) => {
  await page.clock.install();
  await openPage(page);
  await openDialog(page, "New game");
  await page.getByRole("radio", { name: "5 + 3" }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await expectNoDialog(page);
  // From here on time passes only in `runFor`, however long the test takes.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const white = page.getByRole("timer", { name: "White’s clock" });
  const black = page.getByRole("timer", { name: "Black’s clock" });
  await expect(white).toHaveText("5:00");
  await page.clock.runFor(5000);
  await expect(white).toHaveText("5:00");
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  // A tenth of a second more than ten, for the clock to show it.
  await page.clock.runFor(10_100);
  await expect(black).toHaveText("4:50");
  await playInMap(page, "b7Bb6B");
  await expectPly(page, 2);
  await page.clock.runFor(100);
  await expect(black).toHaveText("4:53");
  await page.clock.runFor(298_000);
  await expect(page.locator(".status")).toHaveText("White to move");
  await page.clock.runFor(3000);
  await expect(page.locator(".status")).toContainText("White ran out of time. Black wins");
});

test("a note says when a frozen pawn can move again", async ({ page }) => {
  // White's pawn on z1 waits for a board on QL2 or QL3.
  await openPage(page, {
    tfen: "4/4/4/3K|4/4/4/4|4/3k/4/4|QL1w:P1/2,KL1w:2/2,KL2b:2/2,QL6b:2/2 w - - - - - 0 20 revised",
  });
  await playInMap(page, "d1Wc1W");
  await expectPly(page, 1);
  await pin(page, "KL2").click();
  await pin(page, "QL3").click();
  await expectPly(page, 2);
  await expect(page.locator(".said-note")).toContainText("White’s pawn on z1 on QL1 can move again");
});

test("mate turns the camera to the king, a press stops it, and a step back turns it back", async ({ page }) => {
  await openPage(page, { search: "?view=scene&quality=low", tfen: BEFORE_MATE });
  await sceneReady(page);
  const zoom = () => page.evaluate(() => window.tridScene?.currentView().zoom ?? 0);
  await typeMove(page, "b6Nc8B", 1);
  await expect(page.locator(".result")).toHaveText("1-0");
  await expect.poll(zoom).toBeCloseTo(0.45);
  await page.locator(".scene-canvas").click({ position: { x: 8, y: 300 } });
  await settled(page);
  expect(await zoom()).toBeCloseTo(0.45);
  await page.getByRole("button", { name: "Previous move" }).click();
  await expect.poll(zoom).toBeCloseTo(1);
});

test("with reduced motion mate leaves the camera where it is", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, { search: "?view=scene&quality=low", tfen: BEFORE_MATE });
  await sceneReady(page);
  await typeMove(page, "b6Nc8B", 1);
  await expect(page.locator(".result")).toHaveText("1-0");
  await settled(page);
  expect(await page.evaluate(() => window.tridScene?.currentView().zoom)).toBeCloseTo(1);
});
