// The bets on a box, as the dealer sees them.
import type { SpotChips } from '../../wire/socket';

/** What play adds has names of its own: other games have splits too. */
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
