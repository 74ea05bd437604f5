// The colour of each pocket.
export type Colour = 'red' | 'black' | 'green';

export const RED: ReadonlySet<number> = new Set([
  1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36,
]);

export function colourOf(pocket: number): Colour {
  if (pocket === 0) return 'green';
  return RED.has(pocket) ? 'red' : 'black';
}
