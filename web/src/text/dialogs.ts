// The texts of the dialogs, which are loaded when the first one opens.
import type { Catalogue } from ".";
import { dialogs } from "./english/dialogs";

export const dialogText: Catalogue["dialogs"] = dialogs;
