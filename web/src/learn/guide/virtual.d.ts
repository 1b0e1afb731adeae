// The guide, which `build/guide.ts` renders.
declare module "virtual:guide" {
  export const guide: import("./places").Guide;
}
