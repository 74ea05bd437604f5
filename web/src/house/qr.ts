// A QR code, drawn here, so that the secret of an authenticator is told to nobody else. Bytes at
// error correction level M, versions 1 to 10: up to 213 of them, which is more than such an address
// has (ISO/IEC 18004).

/** For each version: check bytes in a block, and the data bytes of every block. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const LEVEL_M = 0;

type Grid = boolean[][];

/** The modules, row by row; true is dark. */
export function qr(text: string): Grid {
  const data = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, blocks], index) => data.length <= sum(blocks) - (index < 9 ? 2 : 3)) + 1;
  if (!version) throw new RangeError('too long for a code of this size');
  const frame = empty(version);
  const bits = interleaved(version, packed(version, data)).flatMap((byte) => bitsOf(byte, 8));
  const drawn = MASKS.map((mask, number) => filled(frame, bits, mask, number));
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const bitsOf = (value: number, length: number) => Array.from({ length }, (_, index) => ((value >> (length - 1 - index)) & 1) === 1);

// The bytes -------------------------------------------------------------------------------------

/** Mode, length, data, an end, and padding to the full size. */
function packed(version: number, data: Uint8Array): number[] {
  const room = sum(BLOCKS[version - 1]![1]);
  const bits = [...bitsOf(4, 4), ...bitsOf(data.length, version < 10 ? 8 : 16), ...[...data].flatMap((byte) => bitsOf(byte, 8))];
  bits.push(...bitsOf(0, Math.min(4, room * 8 - bits.length)));
  while (bits.length % 8) bits.push(false);
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) bytes.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + Number(bit), 0));
  for (let pad = 0xec; bytes.length < room; pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

/** The blocks' data byte by byte in turn, then their check bytes the same way. */
function interleaved(version: number, bytes: number[]): number[] {
  const [checks, sizes] = BLOCKS[version - 1]!;
  let at = 0;
  const blocks = sizes.map((size) => bytes.slice(at, (at += size)));
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => remainder(block, checks)))];
}

function inTurn(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block.slice(index, index + 1))).flat();
}

/** Reed-Solomon over the field of 256 with 0x11d. */
function remainder(data: number[], length: number): number[] {
  const divisor = generator(length);
  const rest = new Array<number>(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    for (const [index, coefficient] of divisor.entries()) rest[index]! ^= times(coefficient, factor);
  }
  return rest;
}

/** (x - 1)(x - 2)(x - 4)… without its leading one. */
function generator(length: number): number[] {
  const found = [...new Array<number>(length - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < length; step++) {
    for (let index = 0; index < length; index++) found[index] = times(found[index]!, root) ^ (found[index + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return product;
}

// The drawing -----------------------------------------------------------------------------------

/** What is the same for every text of this size; null is free for data, or for the format. */
function empty(version: number): (boolean | null)[][] {
  const size = 17 + 4 * version;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  for (let at = 0; at < size; at++) grid[6]![at] = grid[at]![6] = at % 2 === 0;
  const places = ALIGNMENT[version - 1]!;
  for (const y of places) {
    for (const x of places) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (!corner) rings(grid, x, y, 2, (distance) => distance !== 1);
    }
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(grid, x, y, 4, (distance) => distance !== 2 && distance !== 4);
  if (version >= 7) versionMarks(grid, version);
  return grid;
}

function rings(grid: (boolean | null)[][], x: number, y: number, radius: number, dark: (distance: number) => boolean): void {
  for (let down = -radius; down <= radius; down++) {
    for (let across = -radius; across <= radius; across++) {
      const row = grid[y + down];
      if (row && x + across >= 0 && x + across < row.length) row[x + across] = dark(Math.max(Math.abs(down), Math.abs(across)));
    }
  }
}

function versionMarks(grid: (boolean | null)[][], version: number): void {
  const bits = bitsOf((version << 12) | checked(version, 12, 0x1f25), 18).reverse();
  const edge = grid.length - 11;
  for (const [index, bit] of bits.entries()) {
    const along = Math.floor(index / 3);
    grid[along]![edge + (index % 3)] = grid[edge + (index % 3)]![along] = bit;
  }
}

/** The remainder of a binary code: what follows the value so that errors show. */
function checked(value: number, length: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < length; step++) rest = (rest << 1) ^ ((rest >> (length - 1)) * divisor);
  return rest;
}

type Mask = (x: number, y: number) => boolean;
const MASKS: Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function filled(frame: (boolean | null)[][], bits: boolean[], mask: Mask, number: number): Grid {
  const grid = frame.map((row) => [...row]);
  format(grid, number);
  let next = 0;
  for (const [x, y] of snake(grid.length)) {
    if (grid[y]![x] === null) grid[y]![x] = (bits[next++] ?? false) !== mask(x, y);
  }
  return grid as Grid;
}

/** Level and mask, twice: around the upper left corner, and at the ends of the other two. */
function format(grid: (boolean | null)[][], mask: number): void {
  const size = grid.length;
  const value = (LEVEL_M << 3) | mask;
  const bits = bitsOf(((value << 10) | checked(value, 10, 0x537)) ^ 0x5412, 15).reverse();
  for (const [index, bit] of bits.entries()) {
    const near = index < 6 ? index : index < 8 ? index + 1 : index === 8 ? 7 : 14 - index;
    if (index < 8) grid[near]![8] = bit;
    else grid[8]![near] = bit;
    if (index < 8) grid[8]![size - 1 - index] = bit;
    else grid[size - 15 + index]![8] = bit;
  }
  grid[size - 8]![8] = true;
}

/** Two columns at a time from the right, up and down, past the column of the timing marks. */
function* snake(size: number): Generator<[number, number]> {
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
  }
}

/** How hard a drawing is to read: runs, blocks, what looks like a corner, and more dark than light. */
function penalty(grid: Grid): number {
  const columns = grid.map((_, x) => grid.map((row) => row[x]!));
  const lines = [...grid, ...columns].map((line) => line.map(Number).join(''));
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    for (const looks of ['00001011101', '10111010000']) {
      for (let at = line.indexOf(looks); at >= 0; at = line.indexOf(looks, at + 1)) points += 40;
    }
  }
  for (let y = 1; y < grid.length; y++) {
    for (let x = 1; x < grid.length; x++) {
      const here = grid[y]![x];
      if (here === grid[y - 1]![x] && here === grid[y]![x - 1] && here === grid[y - 1]![x - 1]) points += 3;
    }
  }
  const dark = sum(grid.flat().map(Number)) / grid.length ** 2;
  return points + 10 * Math.floor(Math.abs(dark * 20 - 10));
}
