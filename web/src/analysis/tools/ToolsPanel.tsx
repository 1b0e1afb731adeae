// The tools of the analysis screen: drawing, what helps to understand a position, and playing on.
import "../../styles/tools.css";
import { PlayFrom } from "../../ui/PlayFrom";
import { toolsText } from "../../text/tools";
import type { PanelProps } from "../panel";
import { DrawingTools } from "./DrawingTools";
import { InsightTools } from "./InsightTools";
import { ToolsPart } from "./ToolsPart";
import { Button } from "../../ui/Button";

export function ToolsPanel({ page, study }: PanelProps) {
  const { rules, tfen, turn, status } = study.source.board.snapshot.value;
  const over = status !== "ongoing";
  return (
    <>
      <DrawingTools source={study.source} />
      <InsightTools page={page} source={study.source} />
      <ToolsPart title={toolsText.play.title}>
        {over && <p class="hint-text">{toolsText.play.over}</p>}
        <PlayFrom page={page} rules={rules} tfen={tfen} turn={turn} disabled={over}>
          <Button label={toolsText.play.edit} onClick={() => page.go({ kind: "editor", text: `${tfen} ${rules}` })} />
        </PlayFrom>
      </ToolsPart>
    </>
  );
}
