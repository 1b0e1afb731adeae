// What players are called.
import { expect, test } from "vitest";
import { playerName } from "../../src/online/playerName";

test("two players without names can be told apart", () => {
  expect(playerName({ id: "mZ3x8KfQw1Lc", name: "" })).toBe("Guest W1LC");
  expect(playerName({ id: "aB9y7JgRt2Xd", name: "" })).toBe("Guest T2XD");
  expect(playerName({ id: "mZ3x8KfQw1Lc", name: "Ada" })).toBe("Ada");
});
