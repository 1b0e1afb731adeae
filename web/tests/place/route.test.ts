// The place and the browser's address follow each other.
import { beforeEach, expect, test, vi } from "vitest";
import { EMPTY_BOARD, GAME, HOME, LESSONS, type DialogPlace } from "../../src/place/place";
import { Route } from "../../src/place/route";

const HELP: DialogPlace = { kind: "dialog", dialog: "help", opponent: null, over: GAME };
const NODE = { ...EMPTY_BOARD, id: "x", path: "1" };

/** The entries of the history, as happy-dom has none to go back to. */
let entries: { hash: string; state: unknown }[];
let listeners: (() => void)[];
let route: Route;

const replace = history.replaceState.bind(history);

function show(next: typeof entries): void {
  entries = next;
  replace(null, "", entries.at(-1)?.hash);
}

function visit(hash: string): void {
  show([...entries, { hash, state: null }]);
  for (const listener of listeners) listener();
}

beforeEach(() => {
  vi.restoreAllMocks();
  show([{ hash: "#play", state: null }]);
  listeners = [];
  vi.spyOn(window, "addEventListener").mockImplementation((_: string, listener: unknown) => {
    listeners.push(listener as () => void);
  });
  vi.spyOn(history, "state", "get").mockImplementation(() => entries.at(-1)?.state);
  vi.spyOn(history, "length", "get").mockImplementation(() => entries.length + 1);
  vi.spyOn(history, "pushState").mockImplementation((state, _, hash) =>
    show([...entries, { hash: String(hash), state }]),
  );
  vi.spyOn(history, "replaceState").mockImplementation((state, _, hash) =>
    show([...entries.slice(0, -1), { hash: String(hash), state }]),
  );
  vi.spyOn(history, "back").mockImplementation(() => {
    setTimeout(() => {
      show(entries.slice(0, -1));
      for (const listener of listeners) listener();
    });
  });
  route = new Route(HOME);
});

const hashes = (): readonly string[] => entries.map(({ hash }) => hash);

test("another screen is another entry, and the games of the board share one", () => {
  route.go(LESSONS);
  route.go({ kind: "online", id: "a" });
  route.go(GAME);
  expect(hashes()).toEqual(["#play", "#learn", "#play"]);
});

test("a closed dialog leaves no entry, also when another place follows at once", async () => {
  route.go(HELP);
  expect(hashes()).toEqual(["#play", "#help"]);
  route.go(GAME);
  expect(route.place.value).toEqual(GAME);
  route.go(LESSONS);
  await vi.waitFor(() => expect(hashes()).toEqual(["#play", "#learn"]));
  expect(route.place.value).toEqual(LESSONS);
});

test("a dialog that another one has opened is left with it", async () => {
  route.go(HELP);
  route.go({ ...HELP, dialog: "view" });
  expect(hashes()).toEqual(["#play", "#help", "#view"]);
  route.go(GAME);
  await vi.waitFor(() => expect(hashes()).toEqual(["#play"]));
});

test("the nodes of a study share an entry, also below a dialog", async () => {
  route.go(NODE);
  route.update({ ...NODE, path: "2" });
  expect(hashes()).toEqual(["#play", "#analysis=x/2"]);
  route.go({ ...HELP, over: { ...NODE, path: "2" } });
  route.update({ ...NODE, path: "3" });
  expect(route.place.value.kind).toBe("dialog");
  route.go(route.screen.peek());
  await vi.waitFor(() => expect(hashes()).toEqual(["#play", "#analysis=x/3"]));
});

test("an address shows its place, and an unknown one changes nothing", () => {
  visit("#learn=pawns/2");
  expect(route.place.value).toEqual({ kind: "lessons", exercise: "pawns/2" });
  visit("#nowhere");
  expect(route.place.value).toEqual({ kind: "lessons", exercise: "pawns/2" });
  expect(hashes().at(-1)).toBe("#learn=pawns/2");
});
