// The English texts of the first visit, one file per area of the page.
import { errors } from "./errors";
import { game } from "./game";
import { games } from "./games";
import { map } from "./map";
import { page } from "./page";
import { reasons } from "./reasons";
import { scene } from "./scene";
import { view } from "./view";

export const english = { errors, game, games, map, page, reasons, scene, view };
