// Measures main thread time in a study of 400 plies with 200 variations, and in a short one: moving, stepping and scrolling.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { analyseText, expectPly, openPage } from "../e2e/gamePage";
import { longGame } from "../e2e/longGame";
import type { Snapshot } from "../src/wire/snapshot";
import { initSync, WasmStudy } from "../src/wasm/analysis/trid_analysis";
import { measureScript, measureWork, median, report, runInOrder, waitForIdle } from "./measure";

const MODULE = join(import.meta.dirname, "../src/wasm/analysis/trid_analysis_bg.wasm");
const MEASURED_MOVES = 8;

for (const [plies, variations] of [
  [20, 0],
  [400, 200],
] as const) {
  test(`main thread time in a study of ${plies} plies with ${variations} variations`, async ({ page }) => {
    await openPage(page);
    await analyseText(page, study(plies, variations));
    await expect(page.locator(".study-variations")).toHaveCount(variations);
    await waitForIdle(page);
    const work = await measureWork(page);
    const script = await measureScript(page);
    const print = (what: string, times: readonly number[]): void =>
      report(`${plies} plies, ${variations} variations: ${what} ${median(times).toFixed(1)} ms of main thread time`);
    const step = (name: string) => work(`.moves-bar [aria-label="${name}"]`, "click");
    const [start, end] = [step("Go to the start"), step("Go to the end")];
    print("jump", await runInOrder([start, end, start]));
    print("step", await runInOrder(Array.from({ length: MEASURED_MOVES }, () => step("Redo"))));
    await end();
    const moves: number[] = [];
    for (let ply = plies; ply < plies + MEASURED_MOVES; ply++) {
      await work(
        `.map .square[aria-label^="${ply % 2 === 0 ? "white" : "black"}"]:not([aria-label$=" 0 moves"])`,
        "click",
      )();
      moves.push(await work(".map .square.target", "click")());
      await expectPly(page, ply + 1);
    }
    print("move", moves);
    const scroll = (part: number) =>
      script(`{ const tree = document.querySelector(".study-tree"); tree.scrollTop = ${part} * tree.scrollHeight; }`);
    print("scroll", await runInOrder([scroll(0), scroll(1), scroll(0.5), scroll(0.25), scroll(0.75)]));
  });
}

/** A game with variations of one move, as T-PGN. */
function study(plies: number, variations: number): string {
  initSync({ module: readFileSync(MODULE) });
  const tree = new WasmStudy(longGame(plies));
  for (let at = 0; at < variations; at++) {
    const ply = Math.floor((at * plies) / variations);
    tree.go_to(tree.find(String(ply + 1)) ?? 0);
    const { last: played } = JSON.parse(tree.snapshot()) as Snapshot;
    tree.go_to(tree.find(String(ply)) ?? 0);
    const { moves: legal } = JSON.parse(tree.snapshot()) as Snapshot;
    const other = legal.find((each) => each.move !== played);
    if (!other) throw new Error(`no other move at ply ${ply}`);
    tree.play(other.move);
  }
  return tree.record("tpgn");
}
