// Chips: which there are, which stand in the tray, and how an amount is stacked.
export const DENOMINATIONS = [100, 500, 25_00, 100_00, 500_00, 1_000_00, 5_000_00] as const;

/** The tray of a table: denominations that its limits make sense of, at most six. */
export function tray(least: number, most: number, unit: number): number[] {
  const fitting = DENOMINATIONS.filter(
    (denomination) => denomination >= unit && denomination <= most,
  );
  const from = fitting.findIndex((denomination) => denomination >= Math.min(least, most));
  return fitting.slice(Math.max(0, from - 1), Math.max(0, from - 1) + 6);
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
