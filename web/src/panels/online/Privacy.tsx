// What the server stores about the player, a new token, and the deletion of the identity.
import { errorMessage } from "../../state/sessionState";
import type { Page } from "../page";

export function Privacy({ page }: { page: Page }) {
  return (
    <details class="privacy">
      <summary>What is stored, and for how long</summary>
      <p>
        The server stores your games and, if you enter one, your name. It has no account, e-mail address or password of
        yours: a random token in a cookie, of which it knows only a hash, makes this browser a player. The cookie lasts
        a year from your last visit.
      </p>
      <p>
        Everyone who can see your games can see your name. Games that nobody joins are deleted after a while, by default
        14 days; finished games are kept.
      </p>
      <div class="dialog-answers">
        <button type="button" onClick={() => askNewToken(page)}>
          New token
        </button>
        <button type="button" class="danger" onClick={() => askDeletion(page)}>
          Delete my name and identity
        </button>
      </div>
    </details>
  );
}

function askNewToken(page: Page): void {
  page.dialog.value = {
    confirm: {
      title: "Replace the token?",
      text: "This browser stays the same player. Everyone else who has a copy of its cookie is locked out.",
      buttons: [
        { label: "Replace the token", tone: "primary", act: () => void replaceToken(page) },
        { label: "Cancel", act: () => undefined },
      ],
    },
  };
}

function askDeletion(page: Page): void {
  page.dialog.value = {
    confirm: {
      title: "Delete your name and identity?",
      text:
        "Your running games are resigned, games that nobody has joined are cancelled, and your name is removed from " +
        "all games on this server. The moves stay. This cannot be undone.",
      buttons: [
        { label: "Delete my name and identity", tone: "danger", act: () => void deleteIdentity(page) },
        { label: "Cancel", act: () => undefined },
      ],
    },
  };
}

async function replaceToken(page: Page): Promise<void> {
  const replaced = await page.online.replaceToken();
  report(page, replaced, "This browser has a new token. The old one is no longer valid.", "The token was not replaced");
}

async function deleteIdentity(page: Page): Promise<void> {
  const deleted = await page.online.deleteIdentity();
  report(page, deleted, "Your name and identity are deleted from this server.", "Nothing was deleted");
}

function report({ session, online }: Page, done: boolean, success: string, failure: string): void {
  const why = online.error.peek()?.message ?? "";
  session.showMessage(done ? { tone: "note", text: success } : errorMessage(`${failure}: ${why}.`));
}
