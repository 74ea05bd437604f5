// Chips that still lay unconfirmed when betting closed: they never counted, and the player is told.
import type { Chip, TableView, YouView } from '../wire/socket';

/** How much of the chips does not count. */
export function unplaced(chips: Chip[], confirmed: Chip[]): number {
  const counts = new Map(confirmed.map((one) => [spot(one), one.amount]));
  return chips.reduce((sum, one) => sum + Math.max(0, one.amount - (counts.get(spot(one)) ?? 0)), 0);
}

const spot = (chip: Chip): string => `${chip.bet}@${chip.box ?? ''}`;

export class Unplaced {
  /** The player's view as it was while bets were taken. */
  private before: YouView | null = null;

  /** What was not placed in a betting that is over, told once; else nothing. */
  take(view: TableView | undefined, you: YouView | undefined): number {
    if (!view || !you) return 0;
    const before = this.before;
    const betting = view.phase === 'betting';
    if (betting && you.round === view.round) this.before = you;
    if (!before || (betting && before.round === view.round)) return 0;
    // The house tells of the table first: what it took at the last moment is in the own view.
    if (you === before) return 0;
    if (!betting) this.before = null;
    return unplaced(before.chips, you.round === before.round ? you.confirmed : before.confirmed);
  }
}
