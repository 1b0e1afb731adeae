// Puts everything that the page imports at its start into one file, and all of the 3D view into another. That compresses
// better than one file for each part that lazily loaded code shares with them.

type Imports = (id: string) => { readonly importedIds: readonly string[] } | null;

/**
 * Chooses the chunk of each module: the name of the first entry that is it or imports it, the bundler's choice for the
 * rest.
 */
export function chunkOf(
  entries: Readonly<Record<string, string>>,
): (id: string, context: { getModuleInfo: Imports }) => string | undefined {
  let chunks: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | null = null;
  return (id, { getModuleInfo }) => {
    chunks ??= Object.entries(entries).map(([name, entry]) => [name, importsOf(entry, getModuleInfo)]);
    return chunks.find(([, modules]) => modules.has(id))?.[0];
  };
}

function importsOf(entry: string, getModuleInfo: Imports): ReadonlySet<string> {
  const found = new Set<string>([entry]);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
