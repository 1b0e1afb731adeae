// The continuations of the current node, where there are several. Up and Down choose one, Right follows it.
import { analysisText } from "../../text/analysis";
import { nodeAt } from "./studyTree";
import type { OpenStudy } from "./useStudy";

export function ForkChooser({ study }: { study: OpenStudy }) {
  const { source } = study;
  const tree = source.tree.value;
  const { children } = source.node.value;
  if (children.length < 2) return null;
  const chosen = chosenChild(study);
  return (
    <div class="study-fork" role="group" aria-label={analysisText.fork}>
      {children.map((id) => (
        <button key={id} type="button" class={id === chosen ? "small chosen" : "small"} onClick={() => source.goTo(id)}>
          {nodeAt(tree, id).played?.text}
        </button>
      ))}
    </div>
  );
}

/** The continuation that the next step follows; null at the end of a line. */
export function chosenChild({ source, fork }: OpenStudy): number | null {
  const { id, children } = source.node.value;
  const { node, index } = fork.value;
  return children[node === id ? index : 0] ?? null;
}
