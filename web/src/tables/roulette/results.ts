// What came before, as the house tells it: nothing in it says what comes next.
import type { LastResult, Line } from '../../wire/socket';
import { SPOTS } from './spots';

export interface Came {
  round: number;
  pocket: number;
}

/** The pockets of the last rounds, newest first; a void round has none. */
export function came(last: readonly LastResult[]): Came[] {
  return last.flatMap(({ round, result }) => (result ? [{ round, pocket: Number(result.facts.pocket) }] : [])).reverse();
}

/** Numbers that came more than once, most often first, with how often. */
export function hot(pockets: readonly number[], most = 6): [number, number][] {
  const times = new Map<number, number>();
  for (const one of pockets) times.set(one, (times.get(one) ?? 0) + 1);
  return [...times]
    .filter(([, n]) => n > 1)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, most);
}

/** Numbers that did not come at all. */
export function cold(pockets: readonly number[]): number[] {
  const seen = new Set(pockets);
  return [...Array(37).keys()].filter((one) => !seen.has(one));
}

export interface Outcome {
  stake: number;
  returned: number;
}

/** What became of the chips on each spot. */
export function outcomes(lines: readonly Line[]): Map<string, Outcome> {
  const found = new Map<string, Outcome>();
  for (const { bet, stake, returned } of lines) {
    if (!SPOTS.has(bet)) continue;
    const before = found.get(bet) ?? { stake: 0, returned: 0 };
    found.set(bet, { stake: before.stake + stake, returned: before.returned + returned });
  }
  return found;
}
