// The slot of the tools: arrows and marks, understanding a position, the editor, and playing on.
import type { FunctionComponent } from "preact";
import type { PanelProps } from "../panel";

export const ToolsPanel: FunctionComponent<PanelProps> = () => null;
