// The English texts of the first visit, one file per area of the page.
import { errors } from "./errors.ts";
import { game } from "./game.ts";
import { games } from "./games.ts";
import { map } from "./map.ts";
import { page } from "./page.ts";
import { reasons } from "./reasons.ts";
import { scene } from "./scene.ts";
import { view } from "./view.ts";

export const english = { errors, game, games, map, page, reasons, scene, view };
