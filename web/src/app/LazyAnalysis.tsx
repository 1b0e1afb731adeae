// Loads the analysis screen when it is first opened, so that the first visit does not wait for it.
import { lazyPart } from "../ui/LazyPart";

export const LazyAnalysis = lazyPart(async () => (await import("../analysis/AnalysisScreen")).AnalysisScreen);
