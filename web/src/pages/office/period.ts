// A period is whole UTC days, both included, as people say it; the house wants the day after the last.
import { utcDay } from '../../house/times';

const DAY = 86_400_000;

export interface Period {
  from: string;
  to: string;
}

export const PRESETS = ['today', 'yesterday', 'week', 'month'] as const;
export type Preset = (typeof PRESETS)[number];

export const dayOf = utcDay;
const momentOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export function preset(which: Preset, now: number): Period {
  const today = dayOf(now);
  switch (which) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayOf(now - DAY), to: dayOf(now - DAY) };
    case 'week':
      return { from: dayOf(now - 6 * DAY), to: today };
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
  }
}

/** Which preset it is, if it is one. */
export function presetOf(period: Period, now: number): Preset | null {
  const same = (other: Period) => other.from === period.from && other.to === period.to;
  return PRESETS.find((which) => same(preset(which, now))) ?? null;
}

export function isPeriod({ from, to }: Period): boolean {
  return isDay(from) && isDay(to) && from <= to;
}

/** A day of the calendar: `Date` would take 30 February for 2 March. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? momentOf(text) : NaN;
  return !Number.isNaN(at) && dayOf(at) === text;
}

export function query({ from, to }: Period): string {
  return `since=${from}&until=${dayOf(momentOf(to) + DAY)}`;
}

/** Every day of it, so that a day without play is a gap in a plot and not left out. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let at = momentOf(from); at <= momentOf(to); at += DAY) days.push(dayOf(at));
  return days;
}
