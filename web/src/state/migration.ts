// Moves games and results that earlier versions wrote to `localStorage` into the database. Nothing is removed before the
// database has it. An older version in another tab may go on writing there, so every start looks again.
import type { Database } from "./database";
import type { LearnResult } from "./learnResults";
import { legacyKeys, readItems } from "./storage";

const GAME = "trid.game.";
const STUDY = "trid.study.";
const CURRENT = "trid.current";

export interface Migration {
  /** The items of the database after it. */
  readonly items: ReadonlyMap<string, string>;
  /** Results that differ from those of the database. They stay where they are until they have been merged. */
  readonly conflicts: readonly LearnResult[];
}

export async function migrate(database: Database, storage: Storage): Promise<Migration> {
  const items = await readItems(database);
  const found = legacyItems(storage);
  if (found.size === 0) return { items, conflicts: [] };
  const studies = new Map([...found].filter(([key]) => key.startsWith(STUDY)));
  const others = new Map([...found].filter(([key]) => !key.startsWith(STUDY)));
  const { changes, conflicts } = merge(items, others);
  await database.write("items", changes);
  if (studies.size > 0)
    await database.write("studies", new Map([...studies].map(([key, text]) => readStudy(key, text))));
  for (const [key, text] of found) {
    // Another tab may have written it in the meantime.
    if (storage.getItem(key) === text && !conflicts.some((each) => each.key === key)) storage.removeItem(key);
  }
  return { items: new Map([...items, ...changes]), conflicts };
}

/** What is to be moved. A damaged study stays where it is. */
function legacyItems(storage: Storage): Map<string, string> {
  const items = legacyKeys(storage).map((key): [string, string] => [key, storage.getItem(key) ?? ""]);
  return new Map(items.filter(([key, text]) => !key.startsWith(STUDY) || isJson(text)));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Of two versions of a game the newer one keeps its key, and the other one becomes a game of its own. */
function merge(items: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>) {
  const changes = new Map<string, string>();
  const conflicts: LearnResult[] = [];
  for (const [key, value] of found) {
    const known = items.get(key);
    if (known === undefined || key === CURRENT) changes.set(key, value);
    else if (known !== value && key.startsWith(GAME)) {
      const [newer, older] = changedAt(known) > changedAt(value) ? [known, value] : [value, known];
      changes.set(key, newer);
      changes.set(`${key}-${changedAt(older)}`, older);
    } else if (known !== value) conflicts.push({ key, value });
  }
  return { changes, conflicts };
}

function changedAt(text: string): number {
  try {
    const { changed } = JSON.parse(text) as { changed?: unknown };
    return typeof changed === "number" ? changed : 0;
  } catch {
    return 0;
  }
}

function readStudy(key: string, text: string): [string, unknown] {
  return [key.slice(STUDY.length), JSON.parse(text) as unknown];
}
