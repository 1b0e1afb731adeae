// The outlines of the icons, on a grid of 24 x 24.

export const ICON_PATHS = {
  first: "M18 5 9 12l9 7zM6 5v14",
  back: "M16 5 7 12l9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M6 5l9 7-9 7zM18 5v14",
  flip: "M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3",
  plus: "M12 5v14M5 12h14",
  people:
    "M9 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 20a6.500 6.500 0 0 1 13 0M16 5a3.500 3.500 0 0 1 0 6.500M18 14a6.500 6.500 0 0 1 3.500 6",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4M9 10.500h.1M15 10.500h.1",
  screen: "M7 3h10v18H7zM7 12h10M12 6.500v2M12 15.500v2",
  learn: "M2 9l10-5 10 5-10 5zM6 11v5c0 1.500 3 3 6 3s6-1.500 6-3v-5M22 9v6",
  puzzle: "M4 8h4a2.500 2.500 0 1 1 5 0h4v4a2.500 2.500 0 1 1 0 5v4H4z",
  games: "M4 6h16M4 12h16M4 18h16",
  share: "M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6",
  import: "M12 4v11m0 0-4-4m4 4 4-4M5 15v4h14v-4",
  view: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.200a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.600z",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.600c-1 .6-1.5 1.1-1.5 2.400M12 17.500v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  flag: "M6 21V4h11l-2.5 4L17 12H6",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  close: "M6 6l12 12M18 6 6 18",
  bulb: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.900c.6.5 1 1.2 1 2.100h5c0-.9.4-1.6 1-2.100A6 6 0 0 0 12 3z",
  trash: "M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7",
  pen: "M5 19l1-4L16 5l3 3L9 18z",
  camera: "M4 8h4l1.5-2.500h5L16 8h4v11H4zM12 10.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
} as const;

export type IconName = keyof typeof ICON_PATHS;
