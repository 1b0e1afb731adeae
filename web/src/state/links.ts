// Positions and games in the part of an address after "#", so that a link opens them on any static host.

export type Link =
  | { readonly kind: "none" }
  | { readonly kind: "record"; readonly text: string }
  | { readonly kind: "broken"; readonly message: string };

/** A position: the T-FEN with its rule book, readable in the address. */
export function positionLink(tfen: string): string {
  return `#tfen=${encodeURIComponent(tfen).replaceAll("%20", "_").replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** A game: its record, compressed. */
export async function gameLink(record: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  return `#game=${toBase64Url(packed)}`;
}

/** At most this much text comes out of a link, whatever was packed into it. */
const LONGEST = 1_000_000;

export async function readLink(hash: string): Promise<Link> {
  const [, key, value] = /^#(\w+)=(.*)$/s.exec(hash) ?? [];
  if (key === undefined || value === undefined) return { kind: "none" };
  if (key === "tfen") return readPosition(value);
  if (key === "game") return readGame(value);
  return { kind: "none" };
}

function readPosition(value: string): Link {
  const broken = (what: string): Link => ({
    kind: "broken",
    message: `the position in this link ${what}: “${shortened(value)}”; perhaps the link was cut short`,
  });
  try {
    const text = decodeURIComponent(value.replaceAll("_", " ").replaceAll("+", " "));
    // Without a bar between levels it is no position, and would be read as moves.
    return text.includes("|") ? { kind: "record", text } : broken("is not whole");
  } catch {
    return broken("cannot be read");
  }
}

async function readGame(value: string): Promise<Link> {
  try {
    const bytes = await through(fromBase64Url(value), new DecompressionStream("deflate-raw"), LONGEST);
    return { kind: "record", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { kind: "broken", message: "the game in this link cannot be read; perhaps the link was cut short" };
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: GenericTransformStream,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream().pipeThrough(transform) as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new Error("too long");
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
