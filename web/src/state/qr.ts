// Encodes a link as a QR code: byte mode, error correction M, versions 1 to 6, up to 106 bytes.

interface Version {
  readonly blocks: number;
  readonly dataPerBlock: number;
  readonly checksPerBlock: number;
  readonly alignment: number | null;
}

const VERSIONS: readonly Version[] = [
  { blocks: 1, dataPerBlock: 16, checksPerBlock: 10, alignment: null },
  { blocks: 1, dataPerBlock: 28, checksPerBlock: 16, alignment: 18 },
  { blocks: 1, dataPerBlock: 44, checksPerBlock: 26, alignment: 22 },
  { blocks: 2, dataPerBlock: 32, checksPerBlock: 18, alignment: 26 },
  { blocks: 2, dataPerBlock: 43, checksPerBlock: 24, alignment: 30 },
  { blocks: 4, dataPerBlock: 27, checksPerBlock: 16, alignment: 34 },
];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** Rows of dark (true) and light modules; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(({ blocks, dataPerBlock }) => bytes.length + 2 <= blocks * dataPerBlock);
  const version = VERSIONS[index];
  if (!version) return null;
  const words = codewords(bytes, version);
  const codes = MASKS.map((_, mask) => draw(index + 1, version, words, mask));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

function codewords(bytes: Uint8Array, { blocks, dataPerBlock, checksPerBlock }: Version): number[] {
  const capacity = blocks * dataPerBlock;
  const header = [...toBits(0b0100, 4), ...toBits(bytes.length, 8)];
  const bits = [...header, ...[...bytes].flatMap((byte) => toBits(byte, 8)), ...toBits(0, 4)];
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + Number(bit), 0));
  }
  for (let filler = 0xec; data.length < capacity; filler ^= 0xec ^ 0x11) data.push(filler);
  const parts = Array.from({ length: blocks }, (_, block) =>
    data.slice(block * dataPerBlock, (block + 1) * dataPerBlock),
  );
  const checks = parts.map((part) => remainder(part, checksPerBlock));
  return [...interleaved(parts), ...interleaved(checks)];
}

function interleaved(parts: readonly (readonly number[])[]): number[] {
  const length = parts[0]?.length ?? 0;
  return Array.from({ length }, (_, at) => parts.map((part) => part[at] ?? 0)).flat();
}

function toBits(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, at) => ((value >> (count - 1 - at)) & 1) === 1);
}

/** Multiplication in the Galois field GF(256) of QR codes. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The Reed-Solomon error correction codewords of a block. */
function remainder(data: readonly number[], count: number): number[] {
  const divisor: number[] = [...Array.from({ length: count - 1 }, () => 0), 1];
  let root = 1;
  for (let step = 0; step < count; step++) {
    for (let at = 0; at < count; at++) divisor[at] = times(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0);
    root = times(root, 2);
  }
  const rest = Array.from({ length: count }, () => 0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let at = 0; at < count; at++) rest[at] = (rest[at] ?? 0) ^ times(divisor[at] ?? 0, factor);
  }
  return rest;
}

function draw(number: number, { alignment }: Version, words: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * number;
  const code: boolean[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const fixed: boolean[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const put = (row: number, column: number, dark: boolean): void => {
    const [line, marks] = [code[row], fixed[row]];
    if (!line || !marks || column < 0 || column >= size) return;
    line[column] = dark;
    marks[column] = true;
  };
  for (let at = 0; at < size; at++) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(4, (r, c) => {
      const ring = Math.max(Math.abs(r), Math.abs(c));
      put(row + r, column + c, ring !== 2 && ring !== 4);
    });
  }
  if (alignment !== null) {
    square(2, (r, c) => put(alignment + r, alignment + c, Math.max(Math.abs(r), Math.abs(c)) !== 1));
  }
  putFormat(size, mask, put);
  const bits = words.flatMap((word) => toBits(word, 8));
  let next = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const upward = ((right < 6 ? right + 1 : right) & 2) === ((size - 1) & 2);
    for (let step = 0; step < size; step++) {
      const row = upward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = code[row];
        if (!line || fixed[row]?.[column]) continue;
        line[column] = (bits[next] ?? false) !== (MASKS[mask]?.(row, column) ?? false);
        next += 1;
      }
    }
  }
  return code;
}

function square(reach: number, act: (row: number, column: number) => void): void {
  for (let row = -reach; row <= reach; row++) for (let column = -reach; column <= reach; column++) act(row, column);
}

/** Writes the format information twice: error correction M (00), the mask and the check bits. */
function putFormat(size: number, mask: number, put: (row: number, column: number, dark: boolean) => void): void {
  let check = mask;
  for (let step = 0; step < 10; step++) check = (check << 1) ^ ((check >> 9) * 0x537);
  const format = ((mask << 10) | check) ^ 0x5412;
  const bit = (at: number): boolean => ((format >> at) & 1) === 1;
  for (let at = 0; at <= 5; at++) put(at, 8, bit(at));
  put(7, 8, bit(6));
  put(8, 8, bit(7));
  put(8, 7, bit(8));
  for (let at = 9; at < 15; at++) put(8, 14 - at, bit(at));
  for (let at = 0; at < 8; at++) put(8, size - 1 - at, bit(at));
  for (let at = 8; at < 15; at++) put(size - 15 + at, 8, bit(at));
  put(size - 8, 8, true);
}

/** The penalty of a mask: long runs and blocks of one color are hard to read. */
function penalty(code: readonly (readonly boolean[])[]): number {
  let points = 0;
  const size = code.length;
  const at = (row: number, column: number): boolean => code[row]?.[column] ?? false;
  for (let line = 0; line < size; line++) {
    for (const cell of [(place: number) => at(line, place), (place: number) => at(place, line)]) {
      let run = 1;
      for (let place = 1; place <= size; place++) {
        if (place < size && cell(place) === cell(place - 1)) run += 1;
        else {
          if (run >= 5) points += run - 2;
          run = 1;
        }
      }
    }
  }
  for (let row = 1; row < size; row++) {
    for (let column = 1; column < size; column++) {
      const dark = at(row, column);
      if (at(row - 1, column) === dark && at(row, column - 1) === dark && at(row - 1, column - 1) === dark) points += 3;
    }
  }
  return points;
}
