// Chips: which there are, which stand in the tray, and how an amount is stacked.
import type { Limits } from '../wire/socket';

export const DENOMINATIONS = [100, 500, 25_00, 100_00, 500_00, 1_000_00, 5_000_00] as const;

/** The tray of a table: at most six chips, from the one that makes up the smallest bet; among them one
    that is the table's minimum by itself. */
export function tray({ min, max }: Limits, unit: number, smallest = min): number[] {
  const fitting = DENOMINATIONS.filter(
    (denomination) => denomination >= unit && denomination <= max,
  );
  const from = fitting.findLastIndex((denomination) => denomination <= smallest);
  const enough = fitting.findIndex((denomination) => denomination >= min);
  return fitting.slice(Math.max(0, from, enough - 5)).slice(0, 6);
}

/** The chip in hand until another is chosen: five, or the smallest that is a bet of its own. */
export function usualChip(tray: number[], least: number): number {
  return tray.find((chip) => chip >= Math.max(least, 5_00)) ?? tray.at(-1) ?? 5_00;
}

/** The fewest chips of an amount, the largest first; what no chip makes up is a chip of its own. */
export function stack(amount: number, most = 12): number[] {
  const chips: number[] = [];
  let left = amount;
  for (const denomination of [...DENOMINATIONS].reverse()) {
    while (left >= denomination && chips.length < most) {
      chips.push(denomination);
      left -= denomination;
    }
  }
  return left > 0 && chips.length < most ? [...chips, left] : chips;
}
