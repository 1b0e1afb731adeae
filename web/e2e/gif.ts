// Reads a GIF: its size, and how long each frame is shown, in hundredths of a second.

export interface Gif {
  readonly width: number;
  readonly height: number;
  readonly delays: readonly number[];
}

export function readGif(bytes: Buffer): Gif {
  if (bytes.toString("latin1", 0, 6) !== "GIF89a") throw new Error("it is not a GIF");
  const delays: number[] = [];
  let at = 13 + tableSize(bytes.readUInt8(10));
  let delay = 0;
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === 0x3b) break;
    if (block === 0x21) {
      // 0xf9 is a graphic control extension.
      if (bytes.readUInt8(at + 1) === 0xf9) delay = bytes.readUInt16LE(at + 4);
      at = skipParts(bytes, at + 2);
    } else if (block === 0x2c) {
      delays.push(delay);
      at = skipParts(bytes, at + 11 + tableSize(bytes.readUInt8(at + 9)));
    } else throw new Error(`unknown block ${block} at ${at}`);
  }
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), delays };
}

/** Bytes of a color table, whose existence and size are in these flags. */
function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Skips data in parts, each with its length in front, up to an empty one. */
function skipParts(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes.readUInt8(at) > 0) at += bytes.readUInt8(at) + 1;
  return at + 1;
}
