// What online games need of the page.
import type { Page } from "../ui/page";
import type { Online } from "./online";

export interface OnlinePage extends Page {
  readonly online: Online;
}
