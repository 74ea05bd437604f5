// What a round brought the house: of the players' money, or of the guests' play chips.
import type { WholeRound } from '../../wire/http';

type Round = Pick<WholeRound, 'lines' | 'adjustments' | 'guests'>;

export function outcome(
  { lines, adjustments, guests }: Round,
  ofGuests: boolean,
): { win: number; adjusted: number } {
  const theirs = (entry: { player: string }) => guests.includes(entry.player) === ofGuests;
  return {
    win: lines.filter(theirs).reduce((sum, line) => sum + line.stake - line.returned, 0),
    adjusted: adjustments.filter(theirs).reduce((sum, adjustment) => sum + adjustment.amount, 0),
  };
}
