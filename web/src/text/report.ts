// The texts of the game report, which are loaded with the analysis screen.
import type { Catalogue } from ".";
import { report } from "./english/report";

export const reportText: Catalogue["report"] = report;
