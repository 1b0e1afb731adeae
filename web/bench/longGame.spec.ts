// Measures main thread time in a game of 300 moves: hovering, selecting, moving and stepping through the moves.
import { test } from "@playwright/test";
import { expectPly, openPage } from "../e2e/gamePage";
import { longGame } from "../e2e/longGame";
import { runInOrder, median, report, waitForIdle, measureWork } from "./measure";

const PLIES = 600;
const HOVERED = ["b4N", "c4N", "d4N", "a3W", "b5B", "c3W"];

test("main thread time in a game of 300 moves", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.locator("textarea.record").fill(longGame(PLIES));
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expectPly(page, PLIES);
  await waitForIdle(page);
  const work = await measureWork(page);
  const hovers = HOVERED.map((name) => work(`.map [data-square="${name}"]`, "pointerenter"));
  report(`hover: ${median(await runInOrder(hovers)).toFixed(1)} ms of main thread time`);
  const [selects, moves]: [number[], number[]] = [[], []];
  for (let ply = PLIES; ply < PLIES + 8; ply++) {
    const turn = ply % 2 === 0 ? "white" : "black";
    const movable = `.map .square[aria-label^="${turn}"]:not([aria-label$=" 0 moves"])`;
    selects.push(await work(movable, "click")());
    moves.push(await work(".map .square.target", "click")());
    await expectPly(page, ply + 1);
  }
  report(`select: ${median(selects).toFixed(1)} ms of main thread time`);
  report(`move: ${median(moves).toFixed(1)} ms of main thread time`);
  const step = (name: string) => work(`.moves-bar [aria-label="${name}"]`, "click");
  const steps = await runInOrder([step("Undo"), step("Undo"), step("Undo"), step("Redo"), step("Redo")]);
  report(`undo, redo: ${median(steps).toFixed(1)} ms of main thread time`);
  const jumps = await runInOrder([
    step("Go to the start"),
    step("Go to the end"),
    step("Go to the start"),
    step("Go to the end"),
  ]);
  report(`to the start and back: ${median(jumps).toFixed(1)} ms of main thread time each`);
});
