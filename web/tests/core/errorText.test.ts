// Errors in words, with and without details.
import { describe, expect, test } from "vitest";
import { actionError, pageError, type AppError } from "../../src/core/errors";
import { errorDetails, errorText, reasonText } from "../../src/core/errorText";
import type { Reason } from "../../src/wire/game";
import { BLOCKED } from "../fakes";

const GAP: Reason = { ...BLOCKED, code: "E_GAP", detail: { type: "gap", role: "rook", column: "b0" } };

function apiError(part: Partial<AppError>): AppError {
  return { code: "E_STORAGE", message: "the disk is full", reasons: [], ...part };
}

describe("the sentence and the details of", () => {
  test.each<[string, AppError, string, string | null]>([
    [
      "an error of the server",
      apiError({}),
      "The server couldn’t save this, so nothing has changed. Try again in a moment.",
      "E_STORAGE: the disk is full",
    ],
    [
      "a move that was not stored",
      actionError({ type: "move", move: "b4N", ply: 0 }, apiError({})),
      "The server couldn’t save your move, so it wasn’t played. Try again in a moment.",
      "E_STORAGE: the disk is full",
    ],
    [
      "a stale offer",
      actionError({ type: "offerDraw" }, apiError({ code: "E_STALE" })),
      "Your opponent’s offer changed just as you clicked, so nothing was agreed. Take another look.",
      "E_STALE: the disk is full",
    ],
    ["an error of the page", pageError("E_OFFLINE"), "You’re offline. Try again when you’re connected.", null],
    [
      "an illegal move",
      apiError({ code: "E_PATH_BLOCKED", reasons: [BLOCKED] }),
      "The pawn on b2W is in the way.",
      null,
    ],
    [
      "a move that is illegal for two reasons",
      apiError({ code: "E_GAP", reasons: [GAP, BLOCKED] }),
      "The rook can’t cross b0: there’s no square in that column.",
      "The pawn on b2W is in the way.",
    ],
    [
      "a code of a newer server",
      apiError({ code: "E_NEW" as "E_STORAGE", message: "something new" }),
      "Something new.",
      "E_NEW: something new",
    ],
  ])("%s", (_, error, sentence, details) => {
    expect(errorText(error)).toBe(sentence);
    expect(errorDetails(error)).toBe(details);
  });
});

test.each([
  ["a knight does not move like that", "A knight does not move like that."],
  ["a2QL3 does not exist now", "a2QL3 does not exist now."],
  ["Really?", "Really?"],
])("a reason of another version is its message: %s", (message, sentence) => {
  const unknown = { type: "newDetail" } as unknown as NonNullable<Reason["detail"]>;
  expect(reasonText({ code: "E_GEOMETRY", message, squares: [], pins: [], detail: unknown })).toBe(sentence);
  expect(reasonText({ code: "E_GEOMETRY", message, squares: [], pins: [] })).toBe(sentence);
});
