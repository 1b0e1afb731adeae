// Messages above every part of the learn screen: those of the session, and that it is the player's turn online.
import { SessionMessage } from "../ui/Notice";
import type { Page } from "../ui/page";
import { learnText } from "../text/learn";
import { Button } from "../ui/Button";

export function LearnMessages({ page }: { page: Page }) {
  return (
    <>
      <SessionMessage page={page} />
      <OnlineTurn page={page} />
    </>
  );
}

function OnlineTurn({ page }: { page: Page }) {
  const id = page.onlineTurn.value;
  if (id === null) return null;
  return (
    <div class="said said-note" role="status">
      <span>{learnText.online.yourTurn}</span>
      <Button class="small" label={learnText.online.go} onClick={() => page.go({ kind: "online", id })} />
    </div>
  );
}
