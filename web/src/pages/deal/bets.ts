// Everybody's bets, as the house lays them out: by box, or by spot where there are no boxes.
import { boxesOf } from '../../house/boxes';
import type { BoxView, Payment, SpotChips, StaffView, TableView } from '../../wire/socket';

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

/** The boxes, as far as the dealer may see into their hands. */
export const boxesSeen = (view: TableView, staff: StaffView | undefined): BoxView[] =>
  [staff?.boxes, boxesOf(view.play)].find((boxes) => boxes?.length) ?? view.boxes;

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
