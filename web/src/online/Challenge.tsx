// The invitation as the invited person sees it: who invites, the terms, and one button.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { AppError } from "../core/errors";
import type { OnlineMode } from "./onlineMode";
import { opponent } from "../board/choice";
import { text } from "../text";
import { onlineText } from "../text/online";
import { CardDialog } from "../ui/CardDialog";
import type { OnlinePage } from "./page";
import { reportError } from "./reportError";
import { OwnName } from "./OwnName";
import { playerName } from "./playerName";
import { Button } from "../ui/Button";

const words = onlineText.challenge;

/** A dialog at first, so that it cannot be missed; a line in the panel once it is closed. */
export function Challenge({ page, game }: { page: OnlinePage; game: OnlineMode }) {
  const closed = useSignal(false);
  const { creator } = game.state.value;
  const title = words.invites(playerName(creator));
  if (closed.value) {
    return (
      <div class="said said-note challenge">
        <span>{title}</span>
        <JoinButton page={page} game={game} />
      </div>
    );
  }
  const close = (): void => {
    closed.value = true;
  };
  return (
    <CardDialog title={title} close={close}>
      <Terms game={game} />
      {/* Enter in the name joins. */}
      <form onSubmit={(event) => event.preventDefault()}>
        <OwnName page={page} />
        <JoinButton page={page} game={game} />
      </form>
      <Button class="quiet" label={words.notNow} onClick={close} />
    </CardDialog>
  );
}

function Terms({ game }: { game: OnlineMode }) {
  const { clock, color } = game.state.value;
  const mine = color === "random" ? null : opponent(color);
  return (
    <dl class="terms">
      <Term name={words.time}>{clock.type === "none" ? words.noClock : onlineText.timeControl(clock)}</Term>
      <Term name={words.rules}>{text.game.ruleBook[game.board.snapshot.value.rules]}</Term>
      <Term name={words.youPlay}>
        {mine && <span class={`player-side player-${mine}`} aria-hidden="true" />}
        {mine ? text.game.side[mine] : words.random}
      </Term>
    </dl>
  );
}

function Term({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function JoinButton({ page, game }: { page: OnlinePage; game: OnlineMode }) {
  const asking = useSignal(false);
  const join = async (): Promise<AppError | null> => {
    asking.value = true;
    const joined = await page.online.join(game.id);
    asking.value = false;
    return joined ? null : page.online.error.peek();
  };
  return (
    <button type="submit" class="primary large" disabled={asking.value} onClick={() => reportError(page, join())}>
      {asking.value ? words.joining : words.join}
    </button>
  );
}
