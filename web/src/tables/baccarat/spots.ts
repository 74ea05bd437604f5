// Which bets a layout has and which are open is the house's to say; here they are put in their
// places on the felt.
import type { SpotView } from '../../wire/socket';

export type { SpotView };

export interface Places {
  main: SpotView[];
  pairs: SpotView[];
  totals: SpotView[];
  antes: SpotView[];
}

export function places(spots: SpotView[]): Places {
  const found: Places = { main: [], pairs: [], totals: [], antes: [] };
  for (const spot of spots) {
    if (spot.bet.endsWith('-pair')) found.pairs.push(spot);
    else if (spot.bet.startsWith('winning-total-')) found.totals.push(spot);
    else if (spot.bet.startsWith('ante-')) found.antes.push(spot);
    else found.main.push(spot);
  }
  return found;
}

/** "winning-total-1-4" → "1–4". */
export const totalOf = (bet: string): string => bet.replace('winning-total-', '').replace('-', '–');

/** The one refusal that closes all of them; null where they differ or one is open. */
export function closedTogether(spots: SpotView[]): SpotView | null {
  const first = spots[0];
  return first && spots.every((one) => !one.open && one.code === first.code) ? first : null;
}

/** The side a bet speaks of, for its colour. */
export const toneOf = (bet: string): string =>
  ['player', 'banker', 'tie'].find((side) => bet.split('-').includes(side)) ?? '';
