// What is to be saved of an open study: what has changed since the version that was saved last.
import type { StoredStudy } from "../../storage/studies";
import type { OpenStudy } from "./useStudy";

export class StudyVersions {
  /** The version that was taken last; null for an empty board without changes. */
  last: StoredStudy | null;
  readonly #study: OpenStudy;
  #edits: number;
  #name: string;

  constructor(study: OpenStudy) {
    this.#study = study;
    this.last = study.stored;
    this.#edits = study.source.edits.peek();
    this.#name = study.name.peek();
  }

  isEdited(): boolean {
    const { source, name } = this.#study;
    return source.edits.peek() !== this.#edits || name.peek() !== this.#name;
  }

  /** The version to save; null if nothing has changed. */
  take(): { readonly version: StoredStudy; readonly edited: boolean } | null {
    const edited = this.isEdited();
    const version = this.#next(edited);
    if (version === null) return null;
    this.last = version;
    this.#edits = this.#study.source.edits.peek();
    this.#name = this.#study.name.peek();
    return { version, edited };
  }

  #next(edited: boolean): StoredStudy | null {
    const { id, source, name } = this.#study;
    // An empty board is stored with its first change.
    if (!edited && this.last === null) return null;
    const path = source.currentPath();
    const collapsed = this.#collapsedPaths();
    const isShownAsSaved = this.last?.path === path && String(this.last.collapsed) === String(collapsed);
    if (!edited && isShownAsSaved) return null;
    const before = this.last ?? { id, origin: null, record: "", changed: 0 };
    const contents = { name: name.peek(), record: source.text("tpgn"), changed: Date.now() };
    return { ...before, name: this.#name, path, collapsed, ...(edited && contents) };
  }

  #collapsedPaths(): readonly string[] {
    const { collapsed, source } = this.#study;
    const ids = [...collapsed.peek()].filter((each) => source.tree.peek().nodes.has(each));
    return ids.map((each) => source.path(each)).sort();
  }
}
