// Which bets a layout has and which are open is the house's to say; here they are put in their
// places on the felt.
import { together } from '../../i18n/words.svelte';
import type { SpotRefusal } from '../../wire/socket';

export interface Places {
  main: string[];
  pairs: string[];
  totals: string[];
  antes: string[];
}

export function places(bets: string[]): Places {
  const places: Places = { main: [], pairs: [], totals: [], antes: [] };
  for (const bet of bets) {
    if (bet.endsWith('-pair')) places.pairs.push(bet);
    else if (bet.startsWith('winning-total-')) places.totals.push(bet);
    else if (bet.startsWith('ante-')) places.antes.push(bet);
    else places.main.push(bet);
  }
  return places;
}

/** "winning-total-1-4" → "1–4". */
export const totalOf = (bet: string): string =>
  together(bet.replace('winning-total-', '').replace('-', '–'));

/** The one refusal that closes all of them; null where they differ or one is open. */
export function closedTogether(refusals: (SpotRefusal | null)[]): SpotRefusal | null {
  const first = refusals[0];
  return first && refusals.every((refusal) => refusal?.code === first.code) ? first : null;
}

const TONES = {
  player: 'rgb(31 79 163 / 0.65)',
  banker: 'rgb(160 16 40 / 0.65)',
  tie: 'rgb(22 108 60 / 0.65)',
};

/** The colour of the side a bet speaks of. */
export const toneOf = (bet: string): string =>
  Object.entries(TONES).find(([side]) => bet.split('-').includes(side))?.[1] ?? '';
