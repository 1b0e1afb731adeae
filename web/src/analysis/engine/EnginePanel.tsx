// The slot of the engine: lines, evaluation bar and threat.
import type { FunctionComponent } from "preact";
import type { PanelProps } from "../panel";

export const EnginePanel: FunctionComponent<PanelProps> = () => null;
