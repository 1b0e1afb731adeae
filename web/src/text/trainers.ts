// The texts of the trainers, which are loaded with them.
import type { Catalogue } from ".";
import { trainers } from "./english/trainers";

export const trainersText: Catalogue["trainers"] = trainers;
