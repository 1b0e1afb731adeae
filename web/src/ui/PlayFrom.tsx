// Plays on from a position: against the computer at a level, or both sides at this screen.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { opponent as otherSide } from "../board/choice";
import { UNNAMED } from "../core/savedRecord";
import type { Opponent } from "../core/engine";
import { text } from "../text";
import { toolsText } from "../text/tools";
import type { Color } from "../wire/snapshot";
import type { RuleBook } from "../wire/world";
import type { Page } from "./page";
import { SegmentedRow, type Segment } from "./Segmented";
import { StrengthField } from "./StrengthField";
import { Button } from "./Button";

const words = toolsText.play;
const SIDES: readonly Segment<Color>[] = [
  { value: "white", label: text.game.side.white },
  { value: "black", label: text.game.side.black },
];

interface PlayFromProps {
  page: Page;
  rules: RuleBook;
  tfen: string;
  /** The side to move, which the person plays unless they choose. */
  turn: Color;
  disabled: boolean;
  /** Further buttons. */
  children?: ComponentChildren;
}

export function PlayFrom({ page, rules, tfen, turn, disabled, children }: PlayFromProps) {
  const strength = useSignal(page.session.localInfo.peek().opponent?.strength ?? 3);
  const chosen = useSignal<Color | null>(null);
  const side = chosen.value ?? turn;
  const play = (opponent: Opponent | null): void => {
    if (!disabled) page.startGame({ rules, tfen, clock: null, opponent, players: UNNAMED });
  };
  return (
    <div class="play-from">
      <StrengthField strength={strength} />
      <SegmentedRow label={words.side} segments={SIDES} value={side} choose={(color) => (chosen.value = color)} />
      <div class="play-from-actions">
        <Button
          class="primary"
          aria-disabled={disabled}
          label={words.computer}
          onClick={() => play({ strength: strength.value, plays: otherSide(side) })}
        />
        <Button aria-disabled={disabled} label={words.here} onClick={() => play(null)} />
        {children}
      </div>
    </div>
  );
}
