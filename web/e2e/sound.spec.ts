// Sounds: one place sets how loud they are, each set has its own, and none plays when they are off.
import { expect, test, type Page } from "@playwright/test";
import { closeDialog, expectPly, openDialog, openPage, playInMap } from "./gamePage";

/** Counts the sounds that the page starts, and how loud the last one is. */
async function listen(page: Page): Promise<() => Promise<{ count: number; volume: number }>> {
  await page.addInitScript(() => {
    const heard = { count: 0, volume: 0 };
    Object.assign(window, { heard });
    window.AudioContext = class extends AudioContext {
      override createBufferSource(): AudioBufferSourceNode {
        heard.count++;
        return super.createBufferSource();
      }

      override createGain(): GainNode {
        const node = super.createGain();
        setTimeout(() => (heard.volume = node.gain.value));
        return node;
      }
    };
  });
  return () => page.evaluate(() => ({ ...(window as unknown as { heard: { count: number; volume: number } }).heard }));
}

test("a move sounds as loud as the person chooses, and not at all when sounds are off", async ({ page }) => {
  const heard = await listen(page);
  await openPage(page);
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  await expect.poll(async () => (await heard()).count).toBe(1);
  expect((await heard()).volume).toBeCloseTo(0.6);

  await openDialog(page, "View");
  const slider = page.getByRole("slider", { name: "Sound" });
  await slider.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", "100 %");
  // A change is heard.
  await expect.poll(async () => (await heard()).volume).toBe(1);
  await slider.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", "off");
  await closeDialog(page);
  const { count } = await heard();
  await playInMap(page, "b7Bb5N");
  await expectPly(page, 2);
  await page.reload();
  await expectPly(page, 2);
  await playInMap(page, "c2Wc4N");
  await expectPly(page, 3);
  expect((await heard()).count, "since the reload").toBe(0);
  expect(count).toBe(2);
});
