// The wheel: its order, and who is whose neighbour.
export const ORDER: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14,
  31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];
export const STEP = 360 / ORDER.length;

/** Degrees clockwise from zero to the middle of a pocket. */
export const angleOf = (pocket: number): number => ORDER.indexOf(pocket) * STEP;

/** A number with so many neighbours on either side, in the order of the wheel. */
export function neighbours(pocket: number, each: number): number[] {
  const at = ORDER.indexOf(pocket);
  return Array.from({ length: 2 * each + 1 }, (_, index) => pocketAt(at - each + index));
}

export function pocketAt(index: number): number {
  return ORDER[((index % ORDER.length) + ORDER.length) % ORDER.length]!;
}
