// Shown in place of the boards when the address names an online game that cannot be opened: why, and what to do.
import { errorDetails, errorText } from "../core/errorText";
import type { AppError } from "../core/errors";
import { HOME } from "../place/place";
import { text } from "../text";
import type { AppPage } from "./page";
import { Button } from "../ui/Button";

/** What the server says to an address that leads to no game: cut short, mistyped or deleted. */
const WRONG_ADDRESS: readonly string[] = ["E_NO_GAME", "E_BAD_REQUEST"];

export function NoGame({ page, error }: { page: AppPage; error: AppError }) {
  const words = text.page.noGame;
  const isWrong = WRONG_ADDRESS.includes(error.code);
  const details = errorDetails(error);
  return (
    <section class="no-game" role="alert" aria-labelledby="no-game">
      <h2 id="no-game">{isWrong ? words.wrongLink : words.notOpened}</h2>
      <p>{isWrong ? words.wrongLinkNote : errorText(error)}</p>
      <div class="no-game-answers">
        <Button icon="people" class="primary" label={words.online} onClick={() => page.openDialog("online")} />
        <Button label={words.home} onClick={() => page.go(HOME)} />
      </div>
      {details !== null && (
        <details class="said-details">
          <summary>{text.errors.details}</summary>
          {details}
        </details>
      )}
    </section>
  );
}
