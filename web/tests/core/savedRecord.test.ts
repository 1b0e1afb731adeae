// What is read from a stored record without opening it.
import { expect, test } from "vitest";
import { isFinished, namesIn, startOf } from "../../src/core/savedRecord";

const NOTHING = { names: { white: "", black: "" }, finished: false, start: { rules: "revised", tfen: null } };

test.each([
  ["a text that is not JSON", "1. b4N *", NOTHING],
  ["JSON that is not an object", "null", NOTHING],
  ["fields of other types", '{"tags":{"White":1},"rules":"chess","start":2}', NOTHING],
  [
    "a record",
    '{"tags":{"White":"Ada"},"rules":"meder","start":"x","status":"resigned"}',
    { names: { white: "Ada", black: "" }, finished: true, start: { rules: "meder", tfen: "x" } },
  ],
])("%s", (_, record, expected) => {
  expect({ names: namesIn(record), finished: isFinished(record), start: startOf(record) }).toEqual(expected);
});
