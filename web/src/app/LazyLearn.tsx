// Loads the learn screen when it is first opened, so that the first visit does not wait for it.
import { lazyPart } from "../ui/LazyPart";

export const LazyLearn = lazyPart(async () => (await import("../learn/LearnScreen")).LearnScreen);
