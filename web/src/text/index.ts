// The catalogue of every text that the page shows. Another language is another object of the type `Catalogue`.
import { english } from "./english";

export type Catalogue = typeof english;

export const text: Catalogue = english;
