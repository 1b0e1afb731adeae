// Whether the position is possible: every reason why not, with its squares, or what to do with it.
import { analyse } from "../ui/analyse";
import type { Page } from "../ui/page";
import { PlayFrom } from "../ui/PlayFrom";
import { editorText } from "../text/editor";
import type { EditorMode } from "./editorMode";
import { Button } from "../ui/Button";

export function Verdict({ page, source }: { page: Page; source: EditorMode }) {
  const { errors, snapshot, text } = source.view.value;
  const possible = errors.length === 0;
  return (
    <section class="editor-verdict">
      <div role="status">
        {possible ? (
          <p class="editor-possible">{editorText.possible}</p>
        ) : (
          <>
            <p class="editor-wrong">{editorText.impossible(errors.length)}</p>
            <ul class="editor-errors">
              {errors.map(({ error, squares, pins }) => (
                <li key={JSON.stringify(error)}>
                  {editorText.error(error)}{" "}
                  {[...squares, ...pins].map((place) => (
                    <Button
                      key={place}
                      class="small"
                      aria-label={editorText.show(place)}
                      label={place}
                      onClick={() => focusPlace(place)}
                    />
                  ))}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <PlayFrom page={page} rules={snapshot.rules} tfen={snapshot.tfen} turn={snapshot.turn} disabled={!possible}>
        <Button
          aria-disabled={!possible}
          label={editorText.online}
          onClick={() => possible && page.openDialog("online")}
        />
        <Button
          aria-disabled={!possible}
          label={editorText.analyse}
          onClick={() => possible && void analyse(page, { name: editorText.study, record: text })}
        />
      </PlayFrom>
    </section>
  );
}

/** Moves the focus to a square or pin of the map. */
function focusPlace(place: string): void {
  document.querySelector<HTMLElement>(`.map [data-square="${place}"], .map [data-pin="${place}"]`)?.focus();
}
