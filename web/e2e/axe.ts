// Checks a page with axe-core.
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** No serious violation in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axe });
  const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  const serious = results.violations.filter((each) => each.impact === "serious" || each.impact === "critical");
  const found = serious.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)}`));
  expect(found).toEqual([]);
}
