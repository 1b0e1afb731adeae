// Writes the versions of an open study. Changes that another tab's version would replace become a copy.
import { errorMessage } from "../../core/message";
import { randomId } from "../../core/randomId";
import { hasSameContents, type StoredStudy } from "../../storage/studies";
import { analysisText } from "../../text/analysis";
import type { Page } from "../../ui/page";

export class StudySaver {
  readonly #page: Page;
  /** The version in the storage, as far as this tab knows. */
  #known: StoredStudy | null;
  /** Versions that are being written. */
  readonly #pending = new Set<StoredStudy>();
  #replaced = false;

  constructor(page: Page, stored: StoredStudy | null) {
    this.#page = page;
    this.#known = stored;
  }

  get isSaving(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether a copy has taken the place of the study in this tab. */
  get isReplaced(): boolean {
    return this.#replaced;
  }

  /** Whether a stored version is one that this tab has read or written. */
  isOwn(stored: StoredStudy): boolean {
    return this.#own().some((each) => hasSameContents(each, stored));
  }

  /** Writes a version; false if another tab has stored a different one. */
  async save(study: StoredStudy, edited: boolean): Promise<boolean> {
    const { studies, session } = this.#page;
    this.#pending.add(study);
    const failedBefore = studies.failed.peek();
    const result = await studies.update(study, () => this.#own());
    if (result === "saved") this.#known = study;
    if (result === "inMemory" && !failedBefore) session.showMessage(errorMessage(analysisText.notSaved));
    if (result === "changedElsewhere" && edited) {
      this.#replaced = true;
      await this.#saveCopy(study);
    }
    this.#pending.delete(study);
    return result !== "changedElsewhere";
  }

  #own(): readonly StoredStudy[] {
    return [...(this.#known ? [this.#known] : []), ...this.#pending];
  }

  /** Stores changes as a copy and shows it. */
  async #saveCopy(study: StoredStudy): Promise<void> {
    const { studies, session, screen } = this.#page;
    const copy = { ...study, id: randomId(), name: analysisText.copyOf(study.name) };
    await studies.put(copy);
    session.showMessage({ tone: "note", text: analysisText.savedAsCopy(copy.name) });
    const shown = screen.peek();
    const { id, path } = copy;
    if (shown.kind === "study" && shown.id === study.id) this.#page.go({ kind: "study", id, path });
  }
}
