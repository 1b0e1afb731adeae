// Puts everything that the page imports at its start into one file. It compresses better than one file for each part that
// lazily loaded code shares with it.

type Imports = (id: string) => { readonly importedIds: readonly string[] } | null;

/** Chooses the chunk of each module: `page` for the entry and what it imports, the bundler's choice for the rest. */
export function pageChunk(entry: string): (id: string, context: { getModuleInfo: Imports }) => string | undefined {
  let page: ReadonlySet<string> | null = null;
  return (id, { getModuleInfo }) => {
    page ??= importsOf(entry, getModuleInfo);
    return page.has(id) ? "page" : undefined;
  };
}

function importsOf(entry: string, getModuleInfo: Imports): ReadonlySet<string> {
  const found = new Set<string>([entry]);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
