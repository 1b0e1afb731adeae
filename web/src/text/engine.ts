// The texts of the engine in the analysis screen, which are loaded with it.
import type { Catalogue } from ".";
import { engine } from "./english/engine";

export const engineText: Catalogue["engine"] = engine;
