// The position editor: the position on the boards of both views, and a panel with everything else that T-FEN holds.
import "../styles/tools.css";
import "../styles/editor.css";
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useActivity } from "../ui/activity";
import { SessionMessage } from "../ui/Notice";
import type { Page } from "../ui/page";
import { loadAnalysisModule } from "../core/analysisModule";
import { errorMessage } from "../core/message";
import { text } from "../text";
import { editorText } from "../text/editor";
import { BoardTools } from "./BoardTools";
import { EditorMode } from "./editorMode";
import { Palette } from "./Palette";
import { PositionText } from "./PositionText";
import { Rights } from "./Rights";
import { Verdict } from "./Verdict";
import { FocusedHeading } from "../ui/FocusedHeading";
import { whenLoaded } from "../ui/loading";

export function EditorScreen({ page, position }: { page: Page; position: string | null }) {
  const source = useEditor(page, position);
  useActivity(page, source);
  useWhiteSide(page);
  return (
    <aside class="panel editor" aria-label={editorText.label}>
      <SessionMessage page={page} />
      <FocusedHeading subject={source}>{editorText.title}</FocusedHeading>
      {source && (
        <>
          <Palette source={source} />
          <p class="hint-text">{editorText.hint}</p>
          <p class="visually-hidden">{editorText.keys}</p>
          <BoardTools source={source} />
          <Rights source={source} />
          <PositionText source={source} />
          <Verdict page={page} source={source} />
        </>
      )}
    </aside>
  );
}

/** The edited position: the one in the address, else the one on the board. The address follows it. */
function useEditor(page: Page, position: string | null): EditorMode | null {
  const open = useSignal<EditorMode | null>(null);
  useEffect(() => {
    const first = position ?? startText(page);
    return whenLoaded(page, loadAnalysisModule(), (module) => {
      const source = new EditorMode(new module.WasmSetup("revised"));
      if (source.read(first) !== null) page.session.showMessage(errorMessage(text.page.open.brokenPosition(first)));
      open.value = source;
    });
  }, []);
  // An edited address, or the Back button.
  useEffect(() => {
    const source = open.peek();
    if (source && position !== null && position !== source.view.peek().text) source.read(position);
  }, [position]);
  useSignalEffect(() => {
    const source = open.value;
    if (source) page.update({ kind: "editor", text: source.view.value.text });
  });
  return open.value;
}

/** Turns the boards to White's side. The page turns them back for the game. */
function useWhiteSide({ session }: Page): void {
  useEffect(() => {
    if (session.store.view.peek().bottom !== "white") session.store.setView({ bottom: "white", preset: "white" });
  }, []);
}

/** The position of the game that is on the board. */
function startText({ session }: Page): string {
  const { tfen, rules } = session.game.peek().board.snapshot.peek();
  return `${tfen} ${rules}`;
}
