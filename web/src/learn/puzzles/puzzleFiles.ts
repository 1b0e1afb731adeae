// Loads the files of puzzles: the index, and a part when a puzzle of it is opened. The service worker keeps all of them.

/** The addresses of the files. */
const FILES = import.meta.glob<string>("../../../../content/puzzles/*.txt", {
  query: "?url",
  import: "default",
  eager: true,
});

const loaded = new Map<string, Promise<string>>();

/** The index of all puzzles. */
export function loadIndex(): Promise<string> {
  return load("index");
}

/** Keeps all puzzles, so that they can be solved without a network. */
export function keepPuzzles(): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("puzzles"));
}

/** A part by its name: `revised-1`. */
export function loadPart(name: string): Promise<string> {
  return load(name);
}

/** A file, loaded once. A failed attempt is repeated by the next call. */
function load(name: string): Promise<string> {
  const known = loaded.get(name);
  if (known) return known;
  const loading = read(name).catch((error: unknown) => {
    loaded.delete(name);
    throw error;
  });
  loaded.set(name, loading);
  return loading;
}

async function read(name: string): Promise<string> {
  const address = FILES[`../../../../content/puzzles/puzzles-${name}.txt`];
  if (address === undefined) throw new Error(`no file of puzzles ${name}`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}
