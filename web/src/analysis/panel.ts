// What every part of the analysis panel gets.
import type { Page } from "../ui/page";
import type { Engines } from "./engine/useEngines";
import type { OpenStudy } from "./study/useStudy";

export interface PanelProps {
  readonly page: Page;
  readonly study: OpenStudy;
  readonly engines: Engines;
}
