// Texts of the learn screen. Those of lessons are in their data, those of the guide in docs.
import type { FailureKind } from "../../wire/learn";
import { counted } from "./format.ts";

export const learn = {
  stars: (earned: number) => `${earned} of 3 stars`,

  online: { yourTurn: "It’s your turn in your online game.", go: "Go to the game" },

  menu: {
    title: "Learn",
    loading: "Loading lessons…",
    start: "Start with the first minute",
    continue: "Continue",
    again: "Do it again",
    solved: (done: number, all: number) => `${done} of ${all} exercises solved`,
    progress: "Progress through the course",
    others: "More ways to learn",
    links: { puzzles: "Puzzles", guide: "Rules", trainers: "Trainers" },
    exercise: (number: number, title: string) => `Exercise ${number}: ${title},`,
    stars: (earned: number, most: number) => `${earned} of ${most} stars`,
    resetStage: (title: string) => `Reset “${title}”`,
    reset: (stars: number) => `Remove ${counted(stars, "star")}`,
    error: {
      broken:
        "Your earlier progress couldn’t be read, so you start fresh. The unreadable data is still in this browser.",
      full: "Your progress can’t be saved: the browser’s storage is full or turned off.",
    },
  },

  exercise: {
    label: "Exercise",
    back: "All lessons",
    place: (stage: string, number: number, count: number) => `${stage} · ${number} of ${count}`,
    unknown: (address: string) => `There’s no exercise “${address}”. Here are all lessons.`,
    meder: "Played by Meder’s rules.",
    guide: "Read the rules on this",
    choices: "Which move is illegal?",
    within: (moves: number) => `You have ${counted(moves, "move")}.`,
    before: (stars: number) => `Solved before with ${counted(stars, "star")}.`,
    par: (par: number) => `It can be done in ${counted(par, "move")}.`,
    solved: "Solved!",
    shown: "That’s the solution.",
    failed: {
      mistake: "Not this way.",
      captured: "Your piece is taken.",
      mated: "Now you’re mated.",
      escapes: "It’s check, but the king gets away.",
      noCheck: "That’s not check.",
      outOfMoves: "Not this time: the task isn’t done.",
      noMoves: "There’s no way to go on.",
      legal: "That move is legal: here it is on the boards.",
      wrongSquare: "That’s another square.",
    } satisfies Record<FailureKind, string>,
    hint: "Hint",
    claim: "Claim the draw.",
    marked: "The next move is marked on the boards.",
    noHint: "Start again for a hint: these moves lead elsewhere.",
    solution: "Show solution",
    retry: "Try again",
    again: "Once more",
    next: "Next",
    skip: "Skip",
    finished: "All lessons",
    firstGame: "Play your first game",
    more: "More lessons",
  },
};
