// Everybody's bets, as the house lays them out: by box, or by spot where there are no boxes.
import type { Payment, SpotChips } from '../../wire/socket';

export interface Pile {
  bet: string;
  amount: number;
  chips: SpotChips[];
}

/** One pile for each bet of these, the largest first. */
export function piles(bets: SpotChips[]): Pile[] {
  const found = new Map<string, Pile>();
  for (const one of bets) {
    const pile = found.get(one.bet) ?? { bet: one.bet, amount: 0, chips: [] };
    pile.amount += one.amount;
    pile.chips.push(one);
    found.set(one.bet, pile);
  }
  return [...found.values()].sort((a, b) => b.amount - a.amount);
}

/** What play adds at blackjack has names of its own: a wheel has splits too. */
export function isAdded(bet: string): boolean {
  return bet === 'double' || bet === 'split';
}

/** Nobody's money is on its hands any more: everyone who had a stake there gets it back. */
export function gone(bets: SpotChips[]): boolean {
  const stakes = bets.filter((one) => ['initial', 'behind'].includes(one.bet) || isAdded(one.bet));
  return stakes.length > 0 && stakes.every((one) => one.back >= one.amount);
}

export function onBox(bets: SpotChips[], box: number): SpotChips[] {
  return bets.filter((one) => one.box === box);
}

/** What each player has on the table, in the order they first bet. */
export function byPlayer(bets: SpotChips[]): { player: string; amount: number }[] {
  const found = new Map<string, number>();
  for (const one of bets) found.set(one.player, (found.get(one.player) ?? 0) + one.amount);
  return [...found].map(([player, amount]) => ({ player, amount }));
}

export interface BoxPayments {
  box: number | null;
  pay: number;
  collect: number;
  payments: Payment[];
}

/** Box by box, as the dealer goes round the table. */
export function byBox(payments: Payment[]): BoxPayments[] {
  const found = new Map<number | null, BoxPayments>();
  for (const one of payments) {
    const here = found.get(one.box) ?? { box: one.box, pay: 0, collect: 0, payments: [] };
    here.pay += one.pay;
    here.collect += one.collect;
    here.payments.push(one);
    found.set(one.box, here);
  }
  return [...found.values()];
}
