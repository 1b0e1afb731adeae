// The learn screen: lessons, puzzles, guide and trainers.
import "../styles/learn.css";
import { useEffect } from "preact/hooks";
import type { Screen } from "../place/place";
import { lazyPart } from "../ui/LazyPart";
import type { Page } from "../ui/page";
import { ExerciseScreen } from "./lessons/ExerciseScreen";
import { LessonMenu } from "./lessons/LessonMenu";
import { placeToResume, stoppedAt } from "./resume";

const GuidePage = lazyPart(async () => (await import("./guide/GuidePage")).GuidePage);
const PuzzleScreen = lazyPart(async () => (await import("./puzzles/PuzzleScreen")).PuzzleScreen);
const TrainerScreen = lazyPart(async () => (await import("./trainers/TrainerScreen")).TrainerScreen);

export type LearnPlace = Extract<Screen, { kind: "lessons" | "puzzles" | "guide" | "trainers" }>;

export function LearnScreen({ page, place }: { page: Page; place: LearnPlace }) {
  const resumes = place.kind === "lessons" && place.exercise === "resume";
  useEffect(() => {
    if (resumes) page.update(placeToResume());
    else stoppedAt(place);
  }, [place]);
  // The next visit of the screen resumes; the button that leads here shows the menu while the screen is open.
  useEffect(() => () => stoppedAt(null), []);
  if (resumes) return null;
  switch (place.kind) {
    case "lessons":
      return place.exercise === null ? (
        <LessonMenu page={page} />
      ) : (
        <ExerciseScreen page={page} value={place.exercise} />
      );
    case "puzzles":
      return <PuzzleScreen page={page} task={place.task} />;
    case "guide":
      return <GuidePage page={page} value={place.section} />;
    case "trainers":
      return <TrainerScreen page={page} value={place.trainer} />;
  }
}
