// Loading once, and again after a failure.
import { expect, test } from "vitest";
import { once } from "../../src/core/once";

test("callers share one attempt, and a failed one is repeated by the next call", async () => {
  let attempts = 0;
  const load = once(() => (++attempts === 1 ? Promise.reject(new Error("offline")) : Promise.resolve(attempts)));
  const [one, other] = [load(), load()];
  await expect(one).rejects.toThrow("offline");
  await expect(other).rejects.toThrow("offline");
  expect([await load(), await load(), attempts]).toEqual([2, 2, 2]);
});
