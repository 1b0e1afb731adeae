// The English catalogue, one file per area of the page.
import { page } from "./page";

export const english = { page };
