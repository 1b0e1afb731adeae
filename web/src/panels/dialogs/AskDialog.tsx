// A question with its answers, before something that cannot be taken back.
import type { Question } from "../page";
import { Dialog } from "./Dialog";

export function AskDialog({ question, close }: { question: Question; close: () => void }) {
  return (
    <Dialog title={question.title} close={close}>
      <p>{question.text}</p>
      <div class="dialog-answers">
        {question.answers.map(({ label, tone, act }) => (
          <button
            key={label}
            type="button"
            class={tone ?? ""}
            onClick={() => {
              close();
              act();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
