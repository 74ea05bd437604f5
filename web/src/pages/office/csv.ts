// A sheet for a spreadsheet program, which must take a name for a name and never for a formula.
import type { Held, Takings } from '../../wire/http';

const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(rows: (string | number | null)[][]): string {
  return rows
    .map((row) => row.map((value) => cell(String(value ?? ''))).join(',') + '\r\n')
    .join('');
}

/** Cents with two digits and a point, as the house's own sheets have them. */
function amount(cents: number | null): string | null {
  if (cents === null) return null;
  const whole = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

export function sheet(head: string, rows: Record<string, Held>): string {
  const titles = [
    head,
    'rounds',
    'voids',
    'handle',
    'win',
    'adjusted',
    'win_after',
    'hold_bp',
    'covered',
    'expected',
  ];
  return csv([
    titles,
    ...Object.entries(rows).map(([name, { figures, hold_bp, win_after }]) => [
      name,
      figures.rounds,
      figures.voids,
      amount(figures.handle),
      amount(figures.win),
      amount(figures.adjusted),
      amount(win_after),
      hold_bp,
      amount(figures.covered),
      amount(figures.expected),
    ]),
  ]);
}

export function cashSheet(days: Record<string, Takings>): string {
  return csv([
    ['day', 'deposits', 'paid_in', 'withdrawals', 'paid_out', 'net'],
    ...Object.entries(days).map(([day, cash]) => [
      day,
      cash.deposits,
      amount(cash.paid_in),
      cash.withdrawals,
      amount(cash.paid_out),
      amount(cash.paid_in - cash.paid_out),
    ]),
  ]);
}
