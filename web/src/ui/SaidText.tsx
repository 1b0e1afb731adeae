// A message, with what helps to find its cause behind "Details".
import { text } from "../text";

export function SaidText({ text: message, details }: { text: string; details: string | null }) {
  return (
    <span class="said-text">
      {message}
      {details !== null && (
        <details class="said-details">
          <summary>{text.errors.details}</summary>
          {details}
        </details>
      )}
    </span>
  );
}
