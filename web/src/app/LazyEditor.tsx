// Loads the position editor when it is first opened, so that the first visit does not wait for it.
import { lazyPart } from "../ui/LazyPart";

export const LazyEditor = lazyPart(async () => (await import("../editor/EditorScreen")).EditorScreen);
