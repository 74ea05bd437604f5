// The band of a period: which moments of it are drawn, and what is said of a win.
import type { Band, BandReport } from '../../wire/http';

export interface CoursePoint {
  /** Of the period that has passed by then, from 0 to 1. */
  share: number;
  win: number;
  mean: number;
  low: number;
  high: number;
}

/** From nothing at its beginning to the last moment that has begun. */
export function bandCourse(report: Pick<BandReport, 'since_ms' | 'until_ms' | 'course'>, now: number): CoursePoint[] {
  const { since_ms, until_ms, course } = report;
  const begun = course.filter((_, index) => since_ms + ((until_ms - since_ms) * index) / course.length <= now);
  return [
    { share: 0, win: 0, mean: 0, low: 0, high: 0 },
    ...begun.map(({ win, mean, low, high }, index) => ({ share: (index + 1) / course.length, win, mean, low, high })),
  ];
}

export const outside = ({ win, low, high }: Pick<Band, 'win' | 'low' | 'high'>): boolean => win < low || win > high;

/** How often honest play strays as far as this, to either side. */
export const strays = ({ at_most, at_least }: Pick<Band, 'at_most' | 'at_least'>): number =>
  Math.min(1, 2 * Math.min(at_most, at_least));
