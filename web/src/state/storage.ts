// The browser's storage, or a stand-in where it is denied.

/** A browser may deny storage by throwing on access. The page then works and reports what it cannot save. */
export function openStorage(find: () => Storage): Storage {
  try {
    const storage = find();
    storage.getItem("");
    return storage;
  } catch {
    return NO_STORAGE;
  }
}

const NO_STORAGE: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem() {
    throw new DOMException("nothing can be kept here", "SecurityError");
  },
};
