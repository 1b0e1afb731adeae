/** @jsxImportSource preact */
// Icons for buttons.
import { ICON_PATHS, type IconName } from "./iconPaths.ts";

export type { IconName };

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
