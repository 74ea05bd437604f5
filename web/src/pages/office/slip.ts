// One slip of the cage is done once, however often it is sent: it keeps its id until it is known
// what became of it. Another player, way or amount is another slip.
export interface Slip {
  id: string;
  player: string;
  way: 'deposits' | 'withdrawals';
  amount: number;
}

export function written(
  before: Slip | null,
  player: string,
  way: Slip['way'],
  amount: number,
  make: () => string,
): Slip {
  const same = before?.player === player && before.way === way && before.amount === amount;
  return same ? before : { id: make(), player, way, amount };
}

/** Whether, after this refusal, the house may have done it all the same. */
export function unsettled(code: string | undefined): boolean {
  return code === undefined || code === 'gone' || code === 'broken';
}
