// Evidence in powers of ten: what is likelier than by chance lies above one.
import { figure } from '../../house/money';
import type { Scale } from '../office/plot';

const LEAST = 0.01;
const MOST_TICKS = 4;

/** A scale in powers of ten from a hundredth up, that holds every value. */
export function evidenceScale(values: number[]): Scale {
  const least = Math.log10(LEAST);
  const most = Math.max(3.3, ...values.map((value) => Math.log10(Math.max(value, LEAST)))) + 0.2;
  const step = Math.ceil((most - least) / MOST_TICKS);
  const ticks: number[] = [];
  for (let power = 0; power <= most; power += step) ticks.push(10 ** power);
  return {
    least: LEAST,
    most: 10 ** most,
    ticks,
    at: (value) => (Math.log10(Math.max(value, LEAST)) - least) / (most - least),
  };
}

/** How far a count is from what it should be on average, in standard deviations of a count like it, from -1 to 1 at
    three of them. */
export function apart(count: number, expected: number): number {
  const deviations = (count - expected) / Math.sqrt(Math.max(expected, 1));
  return Math.max(-1, Math.min(1, deviations / 3));
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** How much likelier, as people read it: "1,234", and from a million on "10⁷". */
export function timesText(value: number): string {
  if (value < 1e6) return figure(Math.floor(value), 0);
  const power = Math.floor(Math.log10(value) + 1e-9);
  return `10${[...String(power)].map((digit) => RAISED[Number(digit)]).join('')}`;
}
