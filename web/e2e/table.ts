// The page as a player handles it in the tests: it waits on what the page shows, never on time.
import { expect, type Locator, type Page } from "@playwright/test";

const LETTER: Readonly<Record<string, string>> = { Q: "queen", R: "rook", B: "bishop", N: "knight" };

export interface Opening {
  readonly tfen?: string;
  readonly search?: string;
}

/** Opens the page, at a position if one is given, with the map alone unless the address says otherwise. */
export async function openTable(page: Page, { tfen, search = "?view=map" }: Opening = {}): Promise<void> {
  const hash = tfen === undefined ? "" : `#tfen=${encodeURIComponent(tfen)}`;
  await page.goto(`./${search}${hash}`);
  await expect(page.locator("#page")).toHaveAttribute("data-ready", "true");
}

export function square(page: Page, name: string): Locator {
  return page.locator(`.map [data-square="${name}"]`);
}

export function pin(page: Page, name: string): Locator {
  return page.locator(`.map [data-pin="${name}"]`);
}

/** The position on the board. */
export async function tfenOf(page: Page): Promise<string> {
  return (await page.locator(".app").getAttribute("data-tfen")) ?? "";
}

export async function expectPly(page: Page, ply: number): Promise<void> {
  await expect(page.locator(".app")).toHaveAttribute("data-ply", String(ply));
}

/** The moves as the list shows them. */
export function listedMoves(page: Page): Promise<string[]> {
  return page.locator(".ply").allTextContents();
}

/** How a view is pressed: the same moves by the map or by the 3D set. */
export interface Hand {
  square(name: string): Promise<void>;
  pin(name: string): Promise<void>;
}

export function mapHand(page: Page): Hand {
  return {
    square: (name) => square(page, name).click(),
    pin: (name) => pin(page, name).click(),
  };
}

/** Plays a move given in coordinate notation by pressing what it names. */
export async function playBy(page: Page, hand: Hand, move: string): Promise<void> {
  const [way = "", promotion] = move.split("=");
  const squares = way.match(/[zabcde][0-9](?:[QK]L[1-6]|[WNB])/g) ?? [];
  const pins = way.match(/[QK]L[1-6]/g) ?? [];
  if (way.startsWith("O-O")) {
    await castle(page, hand, way);
  } else if (squares.length > 0) {
    // A forced promotion names one square and asks by itself.
    if (squares.length === 2) for (const each of squares) await hand.square(each);
  } else {
    const turned = way.endsWith("^180");
    await hand.pin(pins[0] ?? "");
    await hand.pin(pins[1] ?? pins[0] ?? "");
    const question = page.getByRole("dialog", { name: /where does the rider land/ });
    // It is asked at once or not at all.
    if (pins.length === 2 && (await question.count()) > 0) {
      await question.getByRole("button", { name: turned ? "turned" : "same place" }).click();
    }
  }
  if (promotion !== undefined)
    await page
      .getByRole("dialog")
      .getByRole("button", { name: LETTER[promotion] ?? "" })
      .click();
}

async function castle(page: Page, hand: Hand, way: string): Promise<void> {
  const turn = (await tfenOf(page)).split(" ")[1] === "w" ? "white" : "black";
  const label = `[aria-label^="${turn} king, "]`;
  const king = await page.locator(`.map [data-square]${label}`).getAttribute("data-square");
  await hand.square(king ?? "");
  const targets = page.locator(".map .square.castles");
  const names = await targets.evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.square ?? ""));
  const long = names.find((each) => each.startsWith("z") || each.startsWith("a"));
  const short = names.find((each) => each !== long);
  await hand.square((way === "O-O" ? short : long) ?? names[0] ?? "");
}
