// What came before, as the house tells it: nothing in it says what comes next.
import type { LastResult, Line } from '../../wire/socket';
import { SPOTS } from './spots';

export interface PastPocket {
  round: number;
  pocket: number;
}

/** The pockets of the last rounds, newest first; a void round has none. */
export function pastPockets(last: readonly LastResult[]): PastPocket[] {
  return last
    .flatMap(({ round, result }) =>
      result ? [{ round, pocket: Number(result.facts.pocket) }] : [],
    )
    .reverse();
}

/** Numbers that came more than once, most often first, with how often. */
export function hot(pockets: readonly number[], most = 6): [number, number][] {
  const times = new Map<number, number>();
  for (const pocket of pockets) times.set(pocket, (times.get(pocket) ?? 0) + 1);
  return [...times]
    .filter(([, n]) => n > 1)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, most);
}

/** Numbers that did not come at all. */
export function cold(pockets: readonly number[]): number[] {
  const seen = new Set(pockets);
  return [...Array(37).keys()].filter((pocket) => !seen.has(pocket));
}

export interface Outcome {
  stake: number;
  returned: number;
}

/** What became of the chips on each spot. */
export function outcomes(lines: readonly Line[]): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const { bet, stake, returned } of lines) {
    if (!SPOTS.has(bet)) continue;
    const before = outcomes.get(bet) ?? { stake: 0, returned: 0 };
    outcomes.set(bet, { stake: before.stake + stake, returned: before.returned + returned });
  }
  return outcomes;
}
