// Moves into the database what is in `localStorage`: games and results of earlier versions, and studies that a page stored
// there while it was being closed. Nothing is removed before the database has it. An older version in another tab may go on
// writing there, so every start looks again.
import type { Database } from "./database";
import type { LearnResult } from "./learnResults";
import { misplacedKeys, readItems, STUDY_KEY } from "./storage";

const GAME = "trid.game.";
const CURRENT = "trid.current";

export interface Migration {
  /** The items of the database after it. */
  readonly items: ReadonlyMap<string, string>;
  /** Results that differ from those of the database. They stay where they are until they have been merged. */
  readonly conflicts: readonly LearnResult[];
}

export async function migrate(database: Database, storage: Storage): Promise<Migration> {
  const items = await readItems(database);
  const found = misplacedItems(storage);
  if (found.size === 0) return { items, conflicts: [] };
  // Another tab may have written or moved it in the meantime.
  const isUnchanged = (key: string): boolean => storage.getItem(key) === found.get(key);
  const others = new Map([...found].filter(([key]) => !key.startsWith(STUDY_KEY)));
  const { changes, conflicts } = merge(items, others);
  await database.write("items", changes);
  for (const [key, text] of found) {
    if (key.startsWith(STUDY_KEY)) await moveStudy(database, key, text, isUnchanged);
    if (isUnchanged(key) && !conflicts.some((each) => each.key === key)) storage.removeItem(key);
  }
  return { items: new Map([...items, ...changes]), conflicts };
}

/** Of two versions of a study the newer one keeps its id, and an older one that was found becomes a study of its own. */
async function moveStudy(database: Database, key: string, text: string, isUnchanged: (key: string) => boolean) {
  const id = key.slice(STUDY_KEY.length);
  const study = JSON.parse(text) as object;
  const accepts = (stored: unknown): boolean => isUnchanged(key) && changedAt(stored) <= changedAt(study);
  if ((await database.replace("studies", id, study, accepts)) || !isUnchanged(key)) return;
  const copy = `${id}_${changedAt(study)}`;
  await database.write("studies", new Map([[copy, { ...study, id: copy }]]));
}

/** What is to be moved. A damaged study stays where it is. */
function misplacedItems(storage: Storage): Map<string, string> {
  const items = misplacedKeys(storage).map((key): [string, string] => [key, storage.getItem(key) ?? ""]);
  return new Map(items.filter(([key, text]) => !key.startsWith(STUDY_KEY) || readObject(text) !== null));
}

/** Of two versions of a game the newer one keeps its key, and the other one becomes a game of its own. */
function merge(items: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>) {
  const changes = new Map<string, string>();
  const conflicts: LearnResult[] = [];
  for (const [key, value] of found) {
    const known = items.get(key);
    if (known === undefined || key === CURRENT) changes.set(key, value);
    else if (known !== value && key.startsWith(GAME)) {
      const isOlder = changedAt(readObject(value)) < changedAt(readObject(known));
      const [newer, older] = isOlder ? [known, value] : [value, known];
      changes.set(key, newer);
      changes.set(`${key}-${changedAt(readObject(older))}`, older);
    } else if (known !== value) conflicts.push({ key, value });
  }
  return { changes, conflicts };
}

function changedAt(value: unknown): number {
  const changed = value instanceof Object && "changed" in value ? value.changed : 0;
  return typeof changed === "number" ? changed : 0;
}

/** The object that a text holds; null if it is damaged. */
function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return value instanceof Object ? value : null;
  } catch {
    return null;
  }
}
