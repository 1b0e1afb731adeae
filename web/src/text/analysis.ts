// The texts of the analysis screen, which are loaded with it.
import type { Catalogue } from ".";
import { analysis } from "./english/analysis";

export const analysisText: Catalogue["analysis"] = analysis;
