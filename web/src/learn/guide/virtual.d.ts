// The module that the build makes from the Markdown of the guide.
declare module "virtual:guide" {
  /** A `Guide`. An ambient module cannot name the type. */
  export const guide: unknown;
}
