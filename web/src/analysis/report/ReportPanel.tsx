// The slot of the game report.
import type { FunctionComponent } from "preact";
import type { PanelProps } from "../panel";

export const ReportPanel: FunctionComponent<PanelProps> = () => null;
