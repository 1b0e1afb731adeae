// Messages of the page to the person.

export interface Message {
  readonly tone: "note" | "error";
  readonly text: string;
  /** Shown on request. */
  readonly details?: string;
  /** Whether it stays until the player dismisses it or makes a move; other messages end with the next ply. */
  readonly untilOwnMove?: boolean;
}

export function errorMessage(what: string, details: string | null = null): Message {
  return { tone: "error", text: what, ...(details !== null && { details }) };
}
