// Links to positions and games: round trips and damaged links.
import { afterEach, expect, test, vi } from "vitest";
import { gameLink, positionLink, readLink } from "../../src/place/links";
import { text } from "../../src/text";

const START =
  "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b^:kr/pp w KQkq - - - - 0 1 revised";

test("a position survives its link", async () => {
  const link = positionLink(START);
  expect(link).not.toMatch(/\s/);
  expect(await readLink(link)).toEqual({ kind: "record", text: START });
});

test("a game survives its link, compressed", async () => {
  const record = `[Event "Ünïcode"]\n\n${"1. b4N b5N ".repeat(200)}*\n`;
  const link = await gameLink(record);
  expect(link).toMatch(/^#game=[\w-]+$/);
  expect(link.length).toBeLessThan(record.length / 5);
  expect(await readLink(link)).toEqual({ kind: "record", text: record });
});

test.each(["", "#", "#else", "#else=1"])("%j is not a link", async (hash) => {
  expect(await readLink(hash)).toEqual({ kind: "none" });
});

test.each([
  "#tfen=%E0%A4%A",
  "#tfen=",
  "#tfen=hello",
  "#tfen=K3/P2P",
  "#game=",
  "#game=!!!",
  "#game=AAAA",
  "#game=q1YqSS0uUbJSKi5JLElVqgUA_",
])("%j is broken", async (hash) => {
  expect(await readLink(hash)).toMatchObject({ kind: "broken" });
});

test("a truncated link is broken", async () => {
  const link = await gameLink("1. b4N b5N 2. c3N c6N ".repeat(30));
  expect(await readLink(link.slice(0, -20))).toMatchObject({ kind: "broken" });
});

test("a link to an enormous text says that it is too long", async () => {
  const tooLong = { kind: "broken", message: text.page.open.longGame };
  expect(await readLink(await gameLink("a".repeat(5_000_000)))).toEqual(tooLong);
  expect(await readLink(`#study=/name/${(await gameLink("a".repeat(1_000_001))).slice("#game=".length)}`)).toEqual(
    tooLong,
  );
  expect(await readLink(await gameLink("a".repeat(1_000_000)))).toMatchObject({ kind: "record" });
});

test("a link to gigabytes is inflated only up to the limit", async () => {
  // As in browsers, what is written is inflated at once, here by the most that is possible.
  let inflated = 0;
  class Inflater extends TransformStream<Uint8Array, Uint8Array> {
    constructor() {
      super({
        transform: (part, controller) => {
          inflated += part.length * 1032;
          controller.enqueue(new Uint8Array(part.length * 1032));
        },
      });
    }
  }
  vi.stubGlobal("DecompressionStream", Inflater);
  const tooLong = { kind: "broken", message: text.page.open.longGame };
  expect(await readLink(`#game=${"A".repeat(400_000)}`)).toEqual(tooLong);
  expect(inflated).toBeGreaterThan(1_000_000);
  expect(inflated).toBeLessThan(4_000_000);
});

afterEach(() => {
  vi.unstubAllGlobals();
});
