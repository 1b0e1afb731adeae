// Opens the course for a component, and reports if it cannot be loaded.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorMessage } from "../../core/message";
import { text } from "../../text";
import type { Page } from "../../ui/page";
import { openCourse, type Course } from "./course";

/** Null while it is loading. */
export function useCourse(page: Page): Course | null {
  const course = useSignal<Course | null>(null);
  useEffect(() => {
    openCourse().then(
      (opened) => (course.value = opened),
      () => page.session.showMessage(errorMessage(text.page.partNotLoaded)),
    );
  }, []);
  return course.value;
}
