// The chart of the best play, as its tables show it.
import type { Strategy } from '../../wire/http';

/** In the order of the legend; what each says is `odds.says-…`. */
export const LETTERS = ['H', 'S', 'D', 'DS', 'P', 'R', 'RS', '-'];

export interface Grid {
  name: 'hard' | 'soft' | 'pairs';
  rows: Strategy['hard'];
}

/** The tables that have rows: a game without splits has no pairs. */
export function gridsOf(chart: Strategy): Grid[] {
  const all: Grid[] = [
    { name: 'hard', rows: chart.hard },
    { name: 'soft', rows: chart.soft },
    { name: 'pairs', rows: chart.pairs },
  ];
  return all.filter((grid) => grid.rows.length);
}

export const lettersIn = (chart: Strategy): string[] => {
  const used = new Set(gridsOf(chart).flatMap(({ rows }) => rows.flatMap((row) => row.cells)));
  return LETTERS.filter((letter) => used.has(letter));
};

/** "T,T" → "10,10". */
export const handText = (hand: string): string => hand.replaceAll('T', '10');
