// Shown while a game link waits for the server: says so, retries, and lets the player go on without it.
import { text } from "../text";
import { CardDialog } from "../ui/CardDialog";
import type { AppPage } from "./page";
import { Button } from "../ui/Button";

export function WaitingForServer({ page }: { page: AppPage }) {
  const waiting = page.online.waiting.value;
  return waiting && <Waiting page={page} trying={waiting.trying} />;
}

function Waiting({ page, trying }: { page: AppPage; trying: boolean }) {
  const { offline, unreachable, explanation, retry, trying: busy, leave } = text.page.waiting;
  return (
    <CardDialog title={navigator.onLine ? unreachable : offline} close={() => page.online.leave()}>
      <p>{explanation}</p>
      <Button
        class="primary"
        aria-disabled={trying}
        label={trying ? busy : retry}
        onClick={() => page.online.retry()}
      />
      <Button class="quiet" label={leave} onClick={() => page.online.leave()} />
    </CardDialog>
  );
}
