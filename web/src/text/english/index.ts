// The English catalogue, one file per area of the page.
import { games } from "./games";
import { page } from "./page";

export const english = { games, page };
