// The texts of the learn screen, which are loaded with it.
import type { Catalogue } from ".";
import { learn } from "./english/learn";

export const learnText: Catalogue["learn"] = learn;
