// Layers of the scene that are drawn apart.
/** The layer of objects positioned in device pixels rather than in the world: labels. */
export const OVERLAY_LAYER = 1;
