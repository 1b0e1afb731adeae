// Texts of the two views and of the options that change how they look.
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

  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  exploded: "Pull the boards apart",
  labels: "Show the name of every square",
  debug: "Debug: outline every square of every board",
  volume: "Sound",
  volumeValue: (volume: number) => (volume === 0 ? "off" : `${Math.round(volume * 100)} %`),
  shortcuts: "Keyboard shortcuts: arrow keys browse the moves, F flips the boards",

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
  level: "Level",
  levels: { all: "All", W: "W", N: "N", B: "B" },
  levelNames: { all: "All levels", W: "White’s level", N: "Neutral level", B: "Black’s level" },
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
  seeThrough: "Glass transparency",
  attackedBy: "Show squares attacked by",
  nobody: "Nobody",
  boards: "Boards",
  boardThemes: { glass: "Ice", amber: "Amber" },
  pieces: "Pieces",
  pieceThemes: { classic: "Ivory", metal: "Metal" },
  saveView: "Save this view as “Mine”",
  savePicture: "Save a picture",
  drawing: "Drawing…",
  pictureFailed: "Couldn’t save a picture. Take a screenshot instead.",

  /** Captions in the 3D view. */
  mustPromote: "must promote",
  wouldPromote: "would have to promote",
  boardCaption: (pin: string, owner: Color, controller: Color | null, riders: number) =>
    controller === null
      ? `${pin}: ${game.side[owner]}’s board, ${riders} pieces, can’t move`
      : `${pin}: ${game.side[owner]}’s board, controlled by ${game.side[controller]}`,
};
