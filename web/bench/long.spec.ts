// Measures what the page itself works in a game of 300 moves: choosing, moving, and going through its moves.
import { test } from "@playwright/test";
import { expectPly, openPage } from "../e2e/gamePage";
import { longGame } from "../e2e/longGame";
import { inTurn, middle, report, rest, watchWork } from "./measure";

const PLIES = 600;
const HOVERED = ["b4N", "c4N", "d4N", "a3W", "b5B", "c3W"];

test("what the page itself works in a game of 300 moves", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.locator("textarea.record").fill(longGame(PLIES));
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expectPly(page, PLIES);
  await rest(page);
  const work = await watchWork(page);
  const hovers = HOVERED.map((name) => work(`.map [data-square="${name}"]`, "pointerenter"));
  report(`hover: ${middle(await inTurn(hovers)).toFixed(1)} ms of the page's own work`);
  const [selects, moves]: [number[], number[]] = [[], []];
  for (let ply = PLIES; ply < PLIES + 8; ply++) {
    const turn = ply % 2 === 0 ? "white" : "black";
    const movable = `.map .square[aria-label^="${turn}"]:not([aria-label$=" 0 moves"])`;
    selects.push(await work(movable, "click")());
    moves.push(await work(".map .square.target", "click")());
    await expectPly(page, ply + 1);
  }
  report(`select: ${middle(selects).toFixed(1)} ms of the page's own work`);
  report(`move: ${middle(moves).toFixed(1)} ms of the page's own work`);
  const step = (name: string) => work(`.moves-bar [aria-label="${name}"]`, "click");
  const steps = await inTurn([step("Undo"), step("Undo"), step("Undo"), step("Redo"), step("Redo")]);
  report(`undo, redo: ${middle(steps).toFixed(1)} ms of the page's own work`);
  const jumps = await inTurn([step("To the start"), step("To the end"), step("To the start"), step("To the end")]);
  report(`to the start and back: ${middle(jumps).toFixed(1)} ms of the page's own work each`);
});
