// What the server stores about the player, a new token, and the deletion of the identity.
import { failureMessage } from "../core/errorText";
import { errorMessage } from "../core/message";
import { text } from "../text";
import { onlineText } from "../text/online";
import type { OnlinePage } from "./page";
import { Button } from "../ui/Button";

const words = onlineText.privacy;

export function Privacy({ page }: { page: OnlinePage }) {
  return (
    <details class="privacy">
      <summary>{words.title}</summary>
      <p>{words.stored}</p>
      <p>{words.visible}</p>
      <div class="dialog-answers">
        <Button label={words.newToken} onClick={() => askNewToken(page)} />
        <Button class="danger" label={words.delete} onClick={() => askDeletion(page)} />
      </div>
    </details>
  );
}

function askNewToken(page: OnlinePage): void {
  page.ask({
    kind: "confirm",
    title: words.askNewToken,
    text: words.askNewTokenText,
    buttons: [
      { label: words.replaceToken, tone: "primary", act: () => void replaceToken(page) },
      { label: text.page.cancel, act: () => undefined },
    ],
  });
}

function askDeletion(page: OnlinePage): void {
  page.ask({
    kind: "confirm",
    title: words.askDelete,
    text: words.askDeleteText,
    buttons: [
      { label: words.delete, tone: "danger", act: () => void deleteIdentity(page) },
      { label: text.page.cancel, act: () => undefined },
    ],
  });
}

async function replaceToken(page: OnlinePage): Promise<void> {
  const replaced = await page.online.replaceToken();
  report(page, replaced, words.tokenReplaced, words.tokenNotReplaced);
}

async function deleteIdentity(page: OnlinePage): Promise<void> {
  const deleted = await page.online.deleteIdentity();
  report(page, deleted, words.deleted, words.notDeleted);
}

function report({ session, online }: OnlinePage, done: boolean, success: string, failure: string): void {
  const error = online.error.peek();
  if (done) session.showMessage({ tone: "note", text: success });
  else if (error) session.showMessage(failureMessage(failure, error));
  else session.showMessage(errorMessage(failure));
}
