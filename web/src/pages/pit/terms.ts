// What is in force at a table beside what was ordered for the next round, line by line.
import { money } from '../../house/money';
import type { Clocks, Limits, Terms } from '../../wire/socket';
import type { SettingValue } from './settings';

export const LIMITS = ['min', 'max', 'side_min', 'side_max'] as const;
export const CLOCKS = [
  'betting',
  'min_betting',
  'decision',
  'offer',
  'choice',
  'pause',
  'showing',
  'squeezing',
] as const;
const NOT_EVERYWHERE = new Set<string>(['min_betting', 'squeezing']);
/** Those of a table: cards are not squeezed at each, nor does betting close early. */
export const clocksOf = ({ clocks }: Terms) =>
  CLOCKS.filter((name) => !NOT_EVERYWHERE.has(name) || clocks[name] !== undefined);

export interface Row {
  group: 'limits' | 'clocks' | 'settings';
  name: string;
  now: string;
  /** None: it stays as it is. */
  next: string | null;
}

const NONE = '–';

/** `tell` puts a setting into words, where it has them; one that is not given is as the document has it. */
export function rowsOf(
  now: Terms,
  next: Terms | null,
  tell: (name: string, value: SettingValue | undefined) => string | undefined = () => undefined,
): Row[] {
  const line = (group: Row['group'], name: string, text: (terms: Terms) => string): Row => {
    const later = next ? text(next) : text(now);
    return { group, name, now: text(now), next: later === text(now) ? null : later };
  };
  const settings = [
    ...new Set([now, next].flatMap((terms) => Object.keys(terms?.settings ?? {}))),
  ].sort();
  return [
    ...LIMITS.map((limit) => line('limits', limit, ({ limits }) => amount(limits, limit))),
    ...clocksOf(now).map((clock) => line('clocks', clock, ({ clocks }) => seconds(clocks, clock))),
    ...settings.map((setting) =>
      line(
        'settings',
        setting,
        ({ settings }) => tell(setting, settings[setting]) ?? String(settings[setting] ?? NONE),
      ),
    ),
  ].filter((row) => row.now !== NONE || row.next !== null);
}

function amount(limits: Limits, name: (typeof LIMITS)[number]): string {
  const cents = limits[name];
  return cents === null ? NONE : money(cents);
}

function seconds(clocks: Clocks, name: (typeof CLOCKS)[number]): string {
  return `${(clocks[name] ?? 0) / 1000} s`;
}
