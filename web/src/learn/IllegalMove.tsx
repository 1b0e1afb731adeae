// Why the last move that was tried is illegal. The page announces it.
import type { Page } from "../ui/page";
import { SaidText } from "../ui/SaidText";
import { errorDetails, errorText } from "../core/errorText";

export function IllegalMove({ page }: { page: Page }) {
  const error = page.session.store.error.value;
  if (!error) return null;
  return (
    <div class="said said-error" data-code={error.code}>
      <SaidText text={errorText(error)} details={errorDetails(error)} />
    </div>
  );
}
