// The texts of the guide's page, which are loaded with it.
import type { Catalogue } from ".";
import { guide } from "./english/guide";

export const guideText: Catalogue["guide"] = guide;
