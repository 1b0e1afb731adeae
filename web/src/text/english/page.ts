// Texts of the frame around the boards: header, status and actions.
export const page = {
  name: "Tri-D",
} as const;
