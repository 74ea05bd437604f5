// A sheet for a spreadsheet program, which must take a name for a name and never for a formula.
import type { Held } from './types';

const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(rows: (string | number | null)[][]): string {
  return rows.map((row) => row.map((one) => cell(String(one ?? ''))).join(',') + '\r\n').join('');
}

/** Cents with two digits and a point, as the house's own sheets have them. */
function amount(cents: number | null): string | null {
  if (cents === null) return null;
  const whole = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

export function sheet(head: string, rows: Record<string, Held>): string {
  const titles = [head, 'rounds', 'voids', 'handle', 'win', 'hold_bp', 'covered', 'expected'];
  return csv([
    titles,
    ...Object.entries(rows).map(([name, { figures: one, hold_bp }]) => [
      name,
      one.rounds,
      one.voids,
      amount(one.handle),
      amount(one.win),
      hold_bp,
      amount(one.covered),
      amount(one.expected),
    ]),
  ]);
}
