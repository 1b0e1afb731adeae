// What to place: the pieces and boards of both sides, and the tools that move and remove them.
import { PieceIcon } from "../board/map/pieces";
import { Icon } from "../ui/icons";
import type { Segment } from "../ui/Segmented";
import { text } from "../text";
import { editorText } from "../text/editor";
import type { Color, Role } from "../wire/snapshot";
import type { PinName } from "../wire/world";
import { MOVE_TOOL, type EditorMode, type EditorTool } from "./editorMode";
import { Button } from "../ui/Button";

const COLORS: readonly Color[] = ["white", "black"];
const ROLES: readonly Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

export function Palette({ source }: { source: EditorMode }) {
  return (
    <div class="editor-palette" role="group" aria-label={editorText.tools}>
      {COLORS.map((color) => (
        <div key={color} class="editor-row">
          {ROLES.map((role) => (
            <Tool
              key={role}
              source={source}
              tool={{ kind: "piece", color, role }}
              label={editorText.piece(color, role)}
            >
              <PieceIcon kind={role} color={color} />
            </Tool>
          ))}
          <Tool source={source} tool={{ kind: "board", owner: color }} label={editorText.board(color)}>
            <span class={`editor-board owner-${color}`} aria-hidden="true" />
          </Tool>
        </div>
      ))}
      <div class="editor-row editor-hands">
        <Tool source={source} tool={MOVE_TOOL} label={editorText.moveLabel}>
          <Icon name="hand" />
          <span>{editorText.move}</span>
        </Tool>
        <Tool source={source} tool={{ kind: "erase" }} label={editorText.eraseLabel}>
          <Icon name="trash" />
          <span>{editorText.erase}</span>
        </Tool>
        <Button aria-disabled={!source.canUndo.value} label={editorText.undo} onClick={() => source.undo()} />
        <Button aria-disabled={!source.canRedo.value} label={editorText.redo} onClick={() => source.redo()} />
      </div>
    </div>
  );
}

interface ToolProps {
  source: EditorMode;
  tool: EditorTool;
  label: string;
  children: preact.ComponentChildren;
}

function Tool({ source, tool, label, children }: ToolProps) {
  const pressed = isSame(source.tool.value, tool);
  return (
    <Button
      class="editor-tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      label={children}
      onClick={() => {
        source.editing.deselect();
        // Pressing the tool in hand puts it down.
        source.tool.value = pressed ? MOVE_TOOL : tool;
      }}
      onPointerDown={(event) => startPlacing(event, source, tool)}
    />
  );
}

function isSame(one: EditorTool, other: EditorTool): boolean {
  if (one.kind === "piece" && other.kind === "piece") return one.color === other.color && one.role === other.role;
  if (one.kind === "board" && other.kind === "board") return one.owner === other.owner;
  return one.kind === other.kind;
}

/** Drags a piece or board from the palette to the map. A press that does not reach the map stays a click. */
function startPlacing(down: PointerEvent, source: EditorMode, tool: EditorTool): void {
  if (down.button !== 0 || !down.isPrimary || down.pointerType === "touch") return;
  if (tool.kind !== "piece" && tool.kind !== "board") return;
  const before = source.tool.peek();
  window.addEventListener(
    "pointerup",
    (event) => {
      const over = document.elementFromPoint(event.clientX, event.clientY);
      const { square, pin } = over?.closest<HTMLElement>("[data-square], [data-pin]")?.dataset ?? {};
      if (tool.kind === "piece" && square !== undefined) source.put(square, tool);
      else if (tool.kind === "board" && pin !== undefined) source.placeBoard(pin as PinName, tool.owner);
      else return;
      source.tool.value = before;
    },
    { once: true },
  );
}

/** The sides to choose from. */
export const SIDES: readonly Segment<Color>[] = COLORS.map((value) => ({
  value,
  label: text.game.side[value],
}));
