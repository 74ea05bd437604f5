// Everybody's bets, as the house lays them out: by box, or by spot where there are no boxes.
import type { Payment, SpotChips } from '../../wire/socket';

export interface Pile {
  bet: string;
  amount: number;
  chips: SpotChips[];
}

/** One pile for each bet of these, the largest first. */
export function piles(bets: SpotChips[]): Pile[] {
  const piles = new Map<string, Pile>();
  for (const bet of bets) {
    const pile = piles.get(bet.bet) ?? { bet: bet.bet, amount: 0, chips: [] };
    pile.amount += bet.amount;
    pile.chips.push(bet);
    piles.set(bet.bet, pile);
  }
  return [...piles.values()].sort((a, b) => b.amount - a.amount);
}

/** What play adds at blackjack has names of its own: a wheel has splits too. */
export function isAdded(bet: string): boolean {
  return bet === 'double' || bet === 'split';
}

/** Nobody's money is on its hands any more: everyone who had a stake there gets it back. */
export function gone(bets: SpotChips[]): boolean {
  const stakes = bets.filter((bet) => ['initial', 'behind'].includes(bet.bet) || isAdded(bet.bet));
  return stakes.length > 0 && stakes.every((stake) => stake.back >= stake.amount);
}

export function onBox(bets: SpotChips[], box: number): SpotChips[] {
  return bets.filter((bet) => bet.box === box);
}

/** What each player has on the table, in the order they first bet. */
export function byPlayer(bets: SpotChips[]): { player: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const bet of bets) sums.set(bet.player, (sums.get(bet.player) ?? 0) + bet.amount);
  return [...sums].map(([player, amount]) => ({ player, amount }));
}

export interface BoxPayments {
  box: number | null;
  pay: number;
  collect: number;
  payments: Payment[];
}

/** Box by box, as the dealer goes round the table. */
export function byBox(payments: Payment[]): BoxPayments[] {
  const byBox = new Map<number | null, BoxPayments>();
  for (const payment of payments) {
    const here = byBox.get(payment.box) ?? { box: payment.box, pay: 0, collect: 0, payments: [] };
    here.pay += payment.pay;
    here.collect += payment.collect;
    here.payments.push(payment);
    byBox.set(payment.box, here);
  }
  return [...byBox.values()];
}
