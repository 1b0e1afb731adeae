// Links to positions and games. The data is in the URL fragment, so that any static host can serve them.
import { text } from "../text";
import { positionIn, positionValue } from "./place";

export type Link =
  | { readonly kind: "none" }
  | { readonly kind: "record"; readonly text: string }
  | { readonly kind: "study"; readonly study: LinkedStudy }
  | { readonly kind: "broken"; readonly message: string };

/** A study in a link, and the path of the node to show. */
export interface LinkedStudy {
  readonly record: string;
  readonly path: string;
  readonly name: string;
}

/** A link to a node of a study, which holds the whole study. */
export async function studyLink({ record, path, name }: LinkedStudy): Promise<string> {
  return `#study=${path}/${encodeURIComponent(name)}/${await pack(record)}`;
}

/** A link to a position: its T-FEN with the rule book, readable in the URL. */
export function positionLink(tfen: string): string {
  return `#tfen=${positionValue(tfen)}`;
}

/** A link to a game: its record, compressed. */
export async function gameLink(record: string): Promise<string> {
  return `#game=${await pack(record)}`;
}

async function pack(record: string): Promise<string> {
  return toBase64Url(await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw")));
}

/** The longest text that a link may unpack to. */
const MAX_BYTES = 1_000_000;

/** A browser inflates each part that it is given at once, to at most 1,032 times its size. */
const PART_BYTES = 1024;

class TooLongError extends Error {}

export async function readLink(hash: string): Promise<Link> {
  const [, key, value] = /^#(\w+)=(.*)$/s.exec(hash) ?? [];
  if (key === undefined || value === undefined) return { kind: "none" };
  if (key === "tfen") return readPosition(value);
  if (key === "game") return readGame(value);
  if (key === "study") return readStudy(value);
  return { kind: "none" };
}

function readPosition(value: string): Link {
  const tfen = positionIn(value);
  return tfen === null
    ? { kind: "broken", message: text.page.open.brokenPosition(shortened(value)) }
    : { kind: "record", text: tfen };
}

async function readStudy(value: string): Promise<Link> {
  const [path = "", name = "", packed = ""] = value.split("/");
  const link = await readGame(packed);
  if (link.kind !== "record") return link;
  try {
    return { kind: "study", study: { record: link.text, path, name: decodeURIComponent(name) } };
  } catch {
    return { kind: "broken", message: text.page.open.brokenGame };
  }
}

async function readGame(value: string): Promise<Link> {
  try {
    const bytes = await through(fromBase64Url(value), new DecompressionStream("deflate-raw"), MAX_BYTES);
    return { kind: "record", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    const { longGame, brokenGame } = text.page.open;
    return { kind: "broken", message: error instanceof TooLongError ? longGame : brokenGame };
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: GenericTransformStream,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (inParts(bytes).pipeThrough(transform) as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new TooLongError();
    }
    chunks.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A stream of small parts. The next one is not taken before what the last one became has been read. */
function inParts(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      pull: (controller) => {
        if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += PART_BYTES)));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
