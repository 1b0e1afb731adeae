// Buttons that do not submit a form.
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons";

type ButtonProps<Label> = Omit<ButtonHTMLAttributes, "icon" | "label" | "type"> & { label: Label };

export function Button({ icon, label, ...attributes }: ButtonProps<ComponentChildren> & { icon?: IconName }) {
  return (
    <button type="button" {...attributes}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

/** A small button whose label is for screen readers. */
export function IconButton({ icon, label, ...attributes }: ButtonProps<string> & { icon: IconName }) {
  return (
    <button type="button" class="quiet small" aria-label={label} {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
