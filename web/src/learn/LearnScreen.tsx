// The learn screen: lessons, puzzles, guide and trainers. The path of its address says which of them is shown.
import "../styles/learn.css";
import { useEffect } from "preact/hooks";
import { RESUME_PATH } from "../place/place";
import { lazyPart } from "../ui/LazyPart";
import type { Page } from "../ui/page";
import { ExerciseScreen } from "./lessons/ExerciseScreen";
import { LessonMenu } from "./lessons/LessonMenu";
import { openPath, readLearnPath } from "./paths";
import { resumePath, stoppedAt } from "./resume";

const GuidePage = lazyPart(async () => (await import("./guide/GuidePage")).GuidePage);
const PuzzleScreen = lazyPart(async () => (await import("./puzzles/PuzzleScreen")).PuzzleScreen);
const TrainerScreen = lazyPart(async () => (await import("./trainers/TrainerScreen")).TrainerScreen);

export function LearnScreen({ page }: { page: Page }) {
  const path = page.learnPath.value;
  useEffect(() => {
    if (path === RESUME_PATH) openPath(page, resumePath());
    else stoppedAt(path);
  }, [path]);
  // The next visit of the screen resumes; the button that leads here shows the menu while the screen is open.
  useEffect(() => () => stoppedAt(null), []);
  if (path === RESUME_PATH) return null;
  const { kind, value } = readLearnPath(path);
  switch (kind) {
    case "learn":
      return value === null ? <LessonMenu page={page} /> : <ExerciseScreen page={page} value={value} />;
    case "puzzles":
    case "puzzle":
      return <PuzzleScreen page={page} place={{ kind, value }} />;
    case "guide":
      return <GuidePage page={page} value={value} />;
    case "trainers":
    case "trainer":
      return <TrainerScreen page={page} value={value} />;
  }
}
