// Results in an exported file: written as lines that other readers skip, and found again.
import { expect, test } from "vitest";
import { readLearnResults, withoutLearnResults, writeLearnResults } from "../../src/storage/learnResults";
import { aStorage } from "../fakes";
import { realRules } from "../core/realCore";

const SCORES = '{"version":1,"scores":{}}';
const LESSONS = '{"stars":{"rook-file":3},"last":null}';

test("results follow the games and are read again", () => {
  const storage = aStorage({
    "trid.learn.lessons": LESSONS,
    "trid.learn.lessons.broken": "{",
    "trid.learn.last": "learn",
    "trid.trainers": SCORES,
    "trid.game.x": "{}",
  });
  const lines = writeLearnResults(storage);
  expect(lines).toBe(`% trid.learn.lessons ${LESSONS}\n% trid.trainers ${SCORES}\n`);
  expect(readLearnResults(`[Event "?"]\n\n1. b4N *\n${lines}`)).toEqual([
    { key: "trid.learn.lessons", value: LESSONS },
    { key: "trid.trainers", value: SCORES },
  ]);
  expect(withoutLearnResults(lines).trim()).toBe("");
  expect(readLearnResults("1. b4N *")).toEqual([]);
});

test("a reader of games skips them", async () => {
  const rules = realRules();
  const game = rules.newGame("revised", null);
  game.play("b2Wb4N");
  const record = `${game.record("tpgn")}% trid.learn.lessons ${LESSONS}\n% trid.trainers ${SCORES}\n`;
  await rules.prepareReading(record);
  const records = rules.readRecords(record);
  expect([records.count, records.errors, records.warnings]).toEqual([1, [], []]);
});
