// Joins WebP pictures of one size into an animated WebP: https://developers.google.com/speed/webp/docs/riff_container

export interface Frame {
  readonly webp: Buffer;
  readonly milliseconds: number;
}

/** Bytes before the first chunk of a file: `RIFF`, its size, and `WEBP`. */
const HEADER = 12;
/** The flag of a file that it is animated, and of a frame that it replaces what is below. */
const ANIMATED = 0x02;
const REPLACES = 0x02;

export function animatedWebp(frames: readonly Frame[], width: number, height: number): Buffer {
  const size = [...uint24(width - 1), ...uint24(height - 1)];
  const pictures = frames.map(({ webp, milliseconds }) => {
    const place = [...uint24(0), ...uint24(0), ...size, ...uint24(milliseconds), REPLACES];
    return chunk("ANMF", Buffer.concat([Buffer.from(place), pictureOf(webp)]));
  });
  const extended = chunk("VP8X", Buffer.from([ANIMATED, 0, 0, 0, ...size]));
  // A black background, and as many rounds as the viewer likes.
  const animation = chunk("ANIM", Buffer.from([0, 0, 0, 255, 0, 0]));
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), extended, animation, ...pictures]));
}

/** The chunk with the pixels of an opaque picture. */
function pictureOf(webp: Buffer): Buffer {
  for (let at = HEADER; at < webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (webp.toString("latin1", at, at + 4) === "VP8 ") return webp.subarray(at, end);
    at = end;
  }
  throw new Error("the picture is not a lossy WebP");
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

function uint24(value: number): readonly number[] {
  return [value & 255, (value >> 8) & 255, value >> 16];
}
