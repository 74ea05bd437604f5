// Where each spot lies on the cloth. "Along" runs from zero to the columns, "across" from the
// third column over the dozens to the even chances; a phone stands the cloth upright.
import { covered, SPOTS } from './spots';

export interface Shape {
  /** Whether zero is at the top, not at the left. */
  upright: boolean;
  /** How wide dozens and even chances are, in numbers. */
  outside: number;
  /** How much of a number belongs to the bets on its edges. */
  edge: { along: number; across: number };
}

export const LYING: Shape = { upright: false, outside: 0.8, edge: { along: 0.41, across: 0.46 } };
export const UPRIGHT: Shape = { upright: true, outside: 0.6, edge: { along: 0.48, across: 0.34 } };

type Stretch = readonly [number, number];
interface Area {
  along: Stretch;
  across: Stretch;
}

/** A place on the board, as parts of its width and height. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

const LENGTH = 14;
const EVEN_CHANCES = ['low', 'even', 'red', 'black', 'odd', 'high'];

export function placeOf(bet: string, shape: Shape): Place {
  const { along, across } = area(bet, shape);
  const breadth = 3 + 2 * shape.outside;
  const long = { at: along[0] / LENGTH, size: (along[1] - along[0]) / LENGTH };
  const wide = { at: across[0] / breadth, size: (across[1] - across[0]) / breadth };
  if (!shape.upright) return { left: long.at, top: wide.at, width: long.size, height: wide.size };
  return { left: 1 - wide.at - wide.size, top: long.at, width: wide.size, height: long.size };
}

function area(bet: string, shape: Shape): Area {
  const [kind, which] = bet.split(':');
  const n = Number(which);
  const { outside } = shape;
  if (kind === 'column') return { along: [13, 14], across: [3 - n, 4 - n] };
  if (kind === 'dozen') return { along: [4 * n - 3, 4 * n + 1], across: [3, 3 + outside] };
  if (bet === 'straight:0') return { along: [0, 1], across: [0, 3] };
  const chance = EVEN_CHANCES.indexOf(bet);
  if (chance >= 0)
    return { along: [1 + 2 * chance, 3 + 2 * chance], across: [3 + outside, 3 + 2 * outside] };
  return inside(kind ?? '', covered(bet), shape);
}

/** A bet on one row or column of numbers fills it; one on two lies on the edge between them. */
function inside(kind: string, numbers: readonly number[], { edge }: Shape): Area {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  const row = Math.ceil(first / 3);
  const column = (first - 1) % 3;
  const onOuterEdge = kind === 'street' || kind === 'line';
  const oneColumn = (last - 1) % 3 === column;
  return {
    along: Math.ceil(last / 3) === row ? [row, row + 1] : strip(row + 1, edge.along),
    across: onOuterEdge
      ? strip(3, edge.across)
      : oneColumn
        ? [2 - column, 3 - column]
        : strip(2 - column, edge.across),
  };
}

function strip(middle: number, width: number): Stretch {
  return [middle - width / 2, middle + width / 2];
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The spot an arrow key leads to: the nearest that way, rather straight ahead than aside. */
export function stepTo(bet: string, key: string, shape: Shape): string | null {
  const way = ARROWS[key];
  if (!way) return null;
  const [x, y] = centre(bet, shape);
  let best: string | null = null;
  let least = Infinity;
  for (const other of SPOTS.keys()) {
    const [ox, oy] = centre(other, shape);
    const ahead = (ox - x) * way[0] + (oy - y) * way[1];
    const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
    const far = ahead + 3 * aside;
    if (ahead > 0.01 && far < least) [best, least] = [other, far];
  }
  return best;
}

/** In numbers, so that both ways count alike. */
function centre(bet: string, shape: Shape): [number, number] {
  const { left, top, width, height } = placeOf(bet, shape);
  const breadth = 3 + 2 * shape.outside;
  const [across, down] = shape.upright ? [breadth, LENGTH] : [LENGTH, breadth];
  return [(left + width / 2) * across, (top + height / 2) * down];
}
