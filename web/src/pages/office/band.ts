// The band of a period: which moments of it are drawn, and what is said of a win.
import { t } from '../../i18n/words.svelte';
import type { Band, BandReport } from '../../wire/http';
import { chanceText } from './plot';

export interface CoursePoint {
  /** Of the period that has passed by then, from 0 to 1. */
  share: number;
  win: number;
  mean: number;
  low: number;
  high: number;
}

/** From nothing at its beginning to its last moment. */
export function bandCourse({ course }: Pick<BandReport, 'course'>): CoursePoint[] {
  return [
    { share: 0, win: 0, mean: 0, low: 0, high: 0 },
    ...course.map(({ win, mean, low, high }, index) => ({
      share: (index + 1) / course.length,
      win,
      mean,
      low,
      high,
    })),
  ];
}

export const outside = ({ win, low, high }: Pick<Band, 'win' | 'low' | 'high'>): boolean =>
  win < low || win > high;

/** How often honest play strays as far as this, to either side. */
export const strays = ({ at_most, at_least }: Pick<Band, 'at_most' | 'at_least'>): number =>
  Math.min(1, 2 * Math.min(at_most, at_least));

/** Rarer than this is not told apart. */
const RARE = 0.0001;

export const strayText = (band: Pick<Band, 'at_most' | 'at_least'>): string => {
  const chance = strays(band);
  return chance < RARE ? t('band.under', { chance: chanceText(RARE) }) : chanceText(chance);
};

const DAY = 86_400_000;
const MINUTE = 60_000;

/** What is written below a course, at equal shares of it: days, minutes or seconds, whichever tells them apart, and
    nothing twice in a row. */
export function timeLabels(
  since: number,
  until: number,
  many: number,
): { share: number; text: string }[] {
  const step = (until - since) / (many - 1);
  const [from, to] = until - since > 2 * DAY ? [5, 10] : step < MINUTE ? [11, 19] : [11, 16];
  const labels = Array.from({ length: many }, (_, index) => {
    const share = index / (many - 1);
    return { share, text: new Date(since + share * (until - since)).toISOString().slice(from, to) };
  });
  return labels.filter((label, index) => label.text !== labels[index - 1]?.text);
}
