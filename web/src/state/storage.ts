// Where this browser keeps things, if it lets the page keep any.

/** A browser told to keep nothing throws at the first look; the page then works, and says what it cannot keep. */
export function openStorage(find: () => Storage): Storage {
  try {
    const storage = find();
    storage.getItem("");
    return storage;
  } catch {
    return NOTHING;
  }
}

const NOTHING: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem() {
    throw new DOMException("nothing can be kept here", "SecurityError");
  },
};
