// Messages of the page to the person. They stay until the person dismisses them or makes a move.

export interface Message {
  readonly tone: "note" | "error";
  readonly text: string;
  /** Shown on request. */
  readonly details?: string;
}

export function errorMessage(what: string, details: string | null = null): Message {
  return { tone: "error", text: what, ...(details !== null && { details }) };
}
