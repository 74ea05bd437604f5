// The 151 spots of the layout and the numbers each lies on, by the names the house gives them.
import { RED } from './colour';

const NUMBERS = upTo(1, 36);

export const SPOTS: ReadonlyMap<string, readonly number[]> = new Map(everySpot());

export const covered = (bet: string): readonly number[] => SPOTS.get(bet) ?? [];

function* everySpot(): Generator<[string, number[]]> {
  for (const n of [0, ...NUMBERS]) yield [`straight:${n}`, [n]];
  for (const n of NUMBERS) {
    // Zero shares no split: these begin at 1.
    const beside = n % 3 !== 0;
    const below = n <= 33;
    if (beside) yield [`split:${n}-${n + 1}`, [n, n + 1]];
    if (below) yield [`split:${n}-${n + 3}`, [n, n + 3]];
    if (beside && below) yield [`corner:${n}-${n + 4}`, [n, n + 1, n + 3, n + 4]];
    if (n % 3 === 1) yield [`street:${n}-${n + 2}`, upTo(n, n + 2)];
    if (n % 3 === 1 && below) yield [`line:${n}-${n + 5}`, upTo(n, n + 5)];
  }
  for (const n of [1, 2, 3]) {
    yield [`column:${n}`, NUMBERS.filter((number) => number % 3 === n % 3)];
    yield [`dozen:${n}`, upTo(12 * n - 11, 12 * n)];
  }
  yield ['low', upTo(1, 18)];
  yield ['even', NUMBERS.filter((number) => number % 2 === 0)];
  yield ['red', NUMBERS.filter((number) => RED.has(number))];
  yield ['black', NUMBERS.filter((number) => !RED.has(number))];
  yield ['odd', NUMBERS.filter((number) => number % 2 === 1)];
  yield ['high', upTo(19, 36)];
}

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
