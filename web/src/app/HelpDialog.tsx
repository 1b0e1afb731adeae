// Help: the rules in short with links to the guide, keys, the 3D set and marks.
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import type { Mark } from "../wire/snapshot";
import { Dialog } from "../ui/Dialog";

const MARKS: readonly Mark[] = ["frozen", "deferred", "carried", "stranded"];

export function HelpDialog({ close }: { close: () => void }) {
  const { help } = dialogText;
  return (
    <Dialog title={help.title} close={close}>
      <p class="help-links">
        <a href="#guide">{help.guide}</a>
        <a href="#learn">{help.lessons}</a>
      </p>
      <h3>{help.rulesTitle}</h3>
      <dl class="keys">
        {help.rules.map(([title, words, section]) => (
          <div key={section}>
            <dt>
              <a href={`#guide=${section}`}>{title}</a>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <h3>{help.keysTitle}</h3>
      <Definitions rows={help.keys} />
      <h3>{help.setTitle}</h3>
      <Definitions rows={help.set} />
      <h3>{help.marksTitle}</h3>
      <dl class="keys">
        {MARKS.map((mark) => (
          <div key={mark}>
            <dt>
              <span class={`mark mark-${mark} mark-inline`} aria-hidden="true" /> {text.game.mark[mark]}
            </dt>
            <dd>{help.marks[mark]}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="licenses.txt" target="_blank">
          {help.licenses}
        </a>
      </p>
    </Dialog>
  );
}

function Definitions({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl class="keys">
      {rows.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
