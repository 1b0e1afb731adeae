// The texts of the tools that the analysis screen and the editor share, which are loaded with them.
import type { Catalogue } from ".";
import { tools } from "./english/tools";

export const toolsText: Catalogue["tools"] = tools;
