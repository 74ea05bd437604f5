// The wheel: its order, who is whose neighbour, and how it turns to a result.
export const ORDER: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29,
  7, 28, 12, 35, 3, 26,
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

/** How far the wheel is turned when, after some whole turns from where it stood, a pocket is at the top. */
export function turnTo(pocket: number, from: number, turns: number): number {
  const missing = (((-angleOf(pocket) - from) % 360) + 360) % 360;
  return from + turns * 360 + missing;
}

export interface Moment {
  /** Degrees the wheel is turned. */
  wheel: number;
  /** Degrees of the ball from the top: it runs against the wheel. */
  ball: number;
  /** 1: on the rim; 0: in its pocket. */
  height: number;
}

const BALL_TURNS = 6;

/** The spin at a part of its way, from 0 to 1; it begins and ends with the ball at the top. */
export function momentOf(part: number, from: number, to: number): Moment {
  const slowed = 1 - (1 - part) ** 3;
  const falling = Math.max(0, (part - 0.65) / 0.35);
  const hop = Math.abs(Math.cos(falling * Math.PI * 2.5)) * (1 - falling);
  return {
    wheel: from + (to - from) * slowed,
    ball: part === 1 ? 0 : -BALL_TURNS * 360 * slowed,
    height: part === 0 || part === 1 ? 0 : falling > 0 ? hop : Math.min(1, part * 12),
  };
}
