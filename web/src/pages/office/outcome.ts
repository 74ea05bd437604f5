// What a round brought the house: of the players' money, or of the guests' play chips.
import type { WholeRound } from '../../wire/http';

type Round = Pick<WholeRound, 'lines' | 'adjustments' | 'guests'>;

export function outcome({ lines, adjustments, guests }: Round, ofGuests: boolean): { win: number; adjusted: number } {
  const theirs = (one: { player: string }) => guests.includes(one.player) === ofGuests;
  return {
    win: lines.filter(theirs).reduce((sum, one) => sum + one.stake - one.returned, 0),
    adjusted: adjustments.filter(theirs).reduce((sum, one) => sum + one.amount, 0),
  };
}
