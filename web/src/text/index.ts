// The catalogue of every text that the page shows. Another language is another object of the type `Catalogue`.
import { english } from "./english";
import type { analysis } from "./english/analysis";
import type { dialogs } from "./english/dialogs";
import type { engine } from "./english/engine";
import type { editor } from "./english/editor";
import type { guide } from "./english/guide";
import type { learn } from "./english/learn";
import type { online } from "./english/online";
import type { puzzles } from "./english/puzzles";
import type { report } from "./english/report";
import type { tools } from "./english/tools";
import type { trainers } from "./english/trainers";
import type { viewOptions } from "./english/viewOptions";

export type Catalogue = typeof english & {
  readonly analysis: typeof analysis;
  readonly dialogs: typeof dialogs;
  readonly engine: typeof engine;
  readonly editor: typeof editor;
  readonly guide: typeof guide;
  readonly learn: typeof learn;
  readonly online: typeof online;
  readonly puzzles: typeof puzzles;
  readonly report: typeof report;
  readonly tools: typeof tools;
  readonly trainers: typeof trainers;
  readonly viewOptions: typeof viewOptions;
};

/** The texts of the first visit. Parts that are loaded later import theirs from the files beside this one. */
export const text: typeof english = english;
