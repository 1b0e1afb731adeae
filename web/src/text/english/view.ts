// Texts of the two views.
import type { Color } from "../../wire/snapshot";
import { game } from "./game.ts";

export const view = {
  label: "Boards",
  layouts: "Views",
  both: "Both",
  scene: "3D",
  map: "Map",
  flip: "Flip",
  flipTitle: "View from the other side",

  sceneLabel: "3D view of the set. The map offers the same moves.",
  sceneLoading: "Setting up the boards…",
  sceneLost: "The 3D view stopped working. You can play on the map.",
  sceneUnsupported: "This browser doesn’t support WebGL 2, so there’s no 3D view. You can play on the map.",
  camera: "Camera",
  cameras: {
    white: "White",
    black: "Black",
    showcase: "Showcase",
    top: "Top",
    side: "Side",
    front: "Front",
    mine: "Mine",
  },

  options: "3D options",
  slicer: "Show one level (Escape shows all)",
  /** The storey that the slicer shows. */
  storey: (storey: number | null) =>
    [
      "White’s level",
      "attack boards over White’s level",
      "neutral level",
      "attack boards over the neutral level",
      "Black’s level",
      "attack boards over Black’s level",
    ][storey ?? -1] ?? "all levels",

  /** Captions in the 3D view. */
  mustPromote: "must promote",
  wouldPromote: "would have to promote",
  boardCaption: (pin: string, owner: Color, controller: Color | null, riders: number) =>
    controller === null
      ? `${pin}: ${game.side[owner]}’s board, ${riders} pieces, can’t move`
      : `${pin}: ${game.side[owner]}’s board, controlled by ${game.side[controller]}`,
};
