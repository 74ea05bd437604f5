// A sheet for a spreadsheet program, which must take a name for a name and never for a formula.
import type { Held, Takings } from '../../wire/http';

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
  const titles = [head, 'rounds', 'voids', 'handle', 'win', 'adjusted', 'win_after', 'hold_bp', 'covered', 'expected'];
  return csv([
    titles,
    ...Object.entries(rows).map(([name, { figures: one, hold_bp, win_after }]) => [
      name,
      one.rounds,
      one.voids,
      amount(one.handle),
      amount(one.win),
      amount(one.adjusted),
      amount(win_after),
      hold_bp,
      amount(one.covered),
      amount(one.expected),
    ]),
  ]);
}

export function cashSheet(days: Record<string, Takings>): string {
  return csv([
    ['day', 'deposits', 'paid_in', 'withdrawals', 'paid_out', 'net'],
    ...Object.entries(days).map(([day, one]) => [
      day,
      one.deposits,
      amount(one.paid_in),
      one.withdrawals,
      amount(one.paid_out),
      amount(one.paid_in - one.paid_out),
    ]),
  ]);
}
