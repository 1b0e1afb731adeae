// The texts of the view options, which are loaded when they are first shown.
import type { Catalogue } from ".";
import { viewOptions } from "./english/viewOptions";

export const optionText: Catalogue["viewOptions"] = viewOptions;
