// The learn screen: lessons, puzzles, guide and trainers. The path of its address says which of them is shown.
import "../styles/learn.css";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { RESUME_PATH } from "../state/addresses";
import type { Page } from "../panels/page";
import { LessonMenu } from "./lessons/LessonMenu";
import { openPath, readLearnPath } from "./paths";

/** The last path shown, to resume there. */
const stopped = signal("learn");

export function LearnScreen({ page }: { page: Page }) {
  const path = page.learnPath.value;
  useEffect(() => {
    if (path === RESUME_PATH) openPath(page, stopped.peek());
    else stopped.value = path;
  }, [path]);
  if (path === RESUME_PATH) return null;
  const place = readLearnPath(path);
  switch (place.kind) {
    case "learn":
    case "puzzles":
    case "puzzle":
    case "guide":
    case "trainers":
    case "trainer":
      return <LessonMenu page={page} />;
  }
}
