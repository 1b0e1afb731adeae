// Drives the page as a player does. Every wait is on what the page shows, never on time.
import { expect, type Locator, type Page } from "@playwright/test";

const PROMOTION_NAMES: Readonly<Record<string, string>> = { Q: "queen", R: "rook", B: "bishop", N: "knight" };

export interface OpenOptions {
  readonly tfen?: string;
  readonly search?: string;
}

/** Opens the game, at a position if one is given. It shows only the map unless `search` says otherwise. */
export async function openPage(page: Page, { tfen, search = "?view=map" }: OpenOptions = {}): Promise<void> {
  const hash = tfen === undefined ? "#play" : `#tfen=${encodeURIComponent(tfen)}`;
  await openAddress(page, `./${search}${hash}`);
}

/** Loads the page, also if only the fragment of its address changes. */
export async function openAddress(page: Page, address: string): Promise<void> {
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await page.goto(address);
  await expect(page.locator("#page")).toHaveAttribute("data-ready", "true");
}

/** Waits until the service worker has cached the page. */
export async function expectCached(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

export function square(page: Page, name: string): Locator {
  return page.locator(`.map [data-square="${name}"]`);
}

export function pin(page: Page, name: string): Locator {
  return page.locator(`.map [data-pin="${name}"]`);
}

/** Opens a dialog by its button in the header. */
export async function openDialog(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** Closes the open dialog with Escape. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
}

/** Waits until no dialog is open, and the address is no longer that of one: going back in the history takes a while. */
export async function expectNoDialog(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).not.toHaveURL(/#(new|online|games|share|import|view|help)(=(computer|person))?$/);
}

/** The position shown, in T-FEN. */
export async function tfenOf(page: Page): Promise<string> {
  return (await page.locator(".app").getAttribute("data-tfen")) ?? "";
}

export async function expectTfen(page: Page, tfen: string): Promise<void> {
  await expect(page.locator(".app")).toHaveAttribute("data-tfen", tfen);
}

async function plyOf(page: Page): Promise<number> {
  return Number(await page.locator(".app").getAttribute("data-ply"));
}

export async function expectPly(page: Page, ply: number): Promise<void> {
  await expect(page.locator(".app")).toHaveAttribute("data-ply", String(ply));
}

/** The move list shows exactly these moves. */
export async function expectMoves(page: Page, moves: readonly string[]): Promise<void> {
  await expect.poll(() => page.locator(".ply").allTextContents()).toEqual(moves);
}

/** Types a move into the entry field and waits until it is on the board. */
export async function typeMove(page: Page, move: string, ply: number): Promise<void> {
  await page.locator("#move-entry").fill(move);
  await page.locator("#move-entry").press("Enter");
  await expectPly(page, ply);
}

/** A view that takes clicks on squares and pins: the map or the 3D scene. */
export interface BoardInput {
  square(name: string): Promise<void>;
  pin(name: string): Promise<void>;
}

export function mapInput(page: Page): BoardInput {
  return {
    square: (name) => square(page, name).click(),
    pin: (name) => pin(page, name).click(),
  };
}

/** Presses Tab until the focus is on an element. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluateAll((found) => found.some((each) => each === document.activeElement));
  for (let step = 0; step < 80; step++) {
    if (await isFocused()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead to the element");
}

const OPPOSITE = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
} as const;
type Arrow = keyof typeof OPPOSITE;

/** Walks to a square of the map with the arrow keys, around gaps between boards. The focus is on a square. */
export async function walkTo(page: Page, name: string): Promise<void> {
  const target = square(page, name);
  const tried = new Map<string, Set<Arrow>>();
  for (let step = 0; step < 100; step++) {
    const focused = page.locator(".map [data-square]:focus");
    const at = (await focused.getAttribute("data-square")) ?? "";
    if (at === name) return;
    const [from, to] = [await focused.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error(`${name} is not on the map`);
    const [right, down] = [to.x - from.x, to.y - from.y];
    const aside: Arrow = right > 0 ? "ArrowRight" : "ArrowLeft";
    const along: Arrow = down > 0 ? "ArrowDown" : "ArrowUp";
    const wanted = Math.abs(right) > Math.abs(down) ? [aside, along] : [along, aside];
    const keys = [...wanted, ...wanted.map((key) => OPPOSITE[key])];
    const used = tried.get(at) ?? new Set();
    // A key that was tried here led nowhere, or in a circle.
    const key = keys.find((each) => !used.has(each)) ?? aside;
    tried.set(at, used.add(key));
    await page.keyboard.press(key);
  }
  throw new Error(`the arrow keys do not lead to ${name}`);
}

/** Plays a move in coordinate notation by clicks in the map. */
export async function playInMap(page: Page, move: string): Promise<void> {
  await playMove(page, mapInput(page), move);
}

/** Plays moves in the map from the start of a game. */
export async function playOpening(page: Page, moves: readonly string[]): Promise<void> {
  for (const [index, move] of moves.entries()) {
    await playInMap(page, move);
    await expectPly(page, index + 1);
  }
}

/** Plays a move in coordinate notation by clicking the squares and pins that it names. */
export async function playMove(page: Page, input: BoardInput, move: string): Promise<void> {
  const [path = "", promotion] = move.split("=");
  const squares = path.match(/[zabcde][0-9](?:[QK]L[1-6]|[WNB])/g) ?? [];
  const pins = path.match(/[QK]L[1-6]/g) ?? [];
  if (path.startsWith("O-O")) {
    await castle(page, input, path);
  } else if (squares.length > 0) {
    // A forced promotion names one square; its dialog opens without a click.
    if (squares.length === 2) for (const each of squares) await input.square(each);
  } else {
    await moveBoard(page, input, pins, path.endsWith("^180"));
  }
  if (promotion !== undefined) {
    const name = PROMOTION_NAMES[promotion] ?? "";
    await page.getByRole("dialog").getByRole("button", { name }).click();
  }
}

/** Moves a board, and chooses the landing of its rider if the page asks for it. */
async function moveBoard(page: Page, input: BoardInput, pins: readonly string[], turned: boolean): Promise<void> {
  const before = await plyOf(page);
  const [from = "", to] = pins;
  await input.pin(from);
  if (to === undefined) {
    const landing = await page.locator(".map .square.landing").getAttribute("data-square");
    return input.square(landing ?? "");
  }
  await input.pin(to);
  const question = page.getByRole("dialog", { name: /where does the piece on the board land/ });
  const promotion = page.getByRole("dialog", { name: /promote to/i });
  const played = page.locator(`.app:not([data-ply="${before}"])`);
  await expect(question.or(promotion).or(played).first()).toBeVisible();
  if (await question.isVisible()) {
    await question.getByRole("button", { name: turned ? "opposite corner" : "same corner" }).click();
  }
}

async function castle(page: Page, input: BoardInput, move: string): Promise<void> {
  const turn = (await tfenOf(page)).split(" ")[1] === "w" ? "white" : "black";
  const label = `[aria-label^="${turn} king, "]`;
  const king = await page.locator(`.map [data-square]${label}`).getAttribute("data-square");
  await input.square(king ?? "");
  const targets = page.locator(".map .square.castles");
  await expect(targets).not.toHaveCount(0);
  const names = await targets.evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.square ?? ""));
  const long = names.find((each) => each.startsWith("z") || each.startsWith("a"));
  const short = names.find((each) => each !== long);
  await input.square((move === "O-O" ? short : long) ?? names[0] ?? "");
}

/** The games and results that the browser's database holds, by key. */
export function storedItems(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    () =>
      new Promise<Record<string, string>>((resolve, reject) => {
        const opening = indexedDB.open("trid");
        opening.onerror = () => reject(new Error("there is no database"));
        opening.onsuccess = () => {
          const items = opening.result.transaction("items").objectStore("items");
          const [keys, values] = [items.getAllKeys(), items.getAll()];
          items.transaction.oncomplete = () => {
            opening.result.close();
            const found = keys.result.map((key, at) => [key as string, values.result[at] as string]);
            resolve(Object.fromEntries(found) as Record<string, string>);
          };
        };
      }),
  );
}

/** Writes entries into the browser's database, which the page has created. */
export function storeItems(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate(
    (values) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("trid");
        opening.onsuccess = () => {
          const items = opening.result.transaction("items", "readwrite").objectStore("items");
          for (const [key, value] of Object.entries(values)) items.put(value, key);
          items.transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    entries,
  );
}

/** Opens a record for analysis. */
export async function analyseText(page: Page, record: string): Promise<void> {
  await openDialog(page, "Open");
  await page.getByPlaceholder("T-PGN, JSON or T-FEN").fill(record);
  await page.getByRole("dialog").getByRole("button", { name: "Analyse" }).click();
  await expectNoDialog(page);
  await expect(page.getByRole("region", { name: "Moves and variations" })).toBeVisible();
}
