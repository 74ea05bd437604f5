// The signs of the suits, drawn about the middle of a square of ten, and where they stand on a card
// of 60 by 84.
export const PIPS: Record<string, string> = {
  S: 'M0-5C1-2.7 4.6-.7 4.6 1.6 4.6 3.5 2 4 .5 2.4.6 3.8 1.2 4.6 2 5H-2C-1.2 4.6-.6 3.8-.5 2.4-2 4-4.6 3.5-4.6 1.6-4.6-.7-1-2.7 0-5Z',
  H: 'M0 4.7C-1.2 2.6-4.8.4-4.8-2.1-4.8-4.8-1-5.1 0-2.3 1-5.1 4.8-4.8 4.8-2.1 4.8.4 1.2 2.6 0 4.7Z',
  D: 'M0-5Q1.5-2.2 3.9 0 1.5 2.2 0 5-1.5 2.2-3.9 0-1.5-2.2 0-5Z',
  C: 'M0-5A2.35 2.35 0 0 1 1.6-.9 2.35 2.35 0 1 1 .45 2.1C.6 3.8 1.2 4.6 2 5H-2C-1.2 4.6-.6 3.8-.45 2.1A2.35 2.35 0 1 1-1.6-.9 2.35 2.35 0 0 1 0-5Z',
};

const SIDE = 10;
const TOP = 26;
const both = (x: number, y: number): [number, number][] => [
  [x, y],
  [x, -y],
];
const four = (y: number): [number, number][] => [...both(-SIDE, y), ...both(SIDE, y)];
const SIDES: [number, number][] = [
  [-SIDE, 0],
  [SIDE, 0],
];

/** Of each number, from the middle of the card: as it has been printed for centuries. */
export const PLACES: Record<string, [number, number][]> = {
  '2': both(0, TOP),
  '3': [...both(0, TOP), [0, 0]],
  '4': four(TOP),
  '5': [...four(TOP), [0, 0]],
  '6': [...four(TOP), ...SIDES],
  '7': [...four(TOP), ...SIDES, [0, -TOP / 2]],
  '8': [...four(TOP), ...SIDES, ...both(0, TOP / 2)],
  '9': [...four(TOP), ...four(TOP / 3), [0, 0]],
  T: [...four(TOP), ...four(TOP / 3), ...both(0, (TOP * 2) / 3)],
};
