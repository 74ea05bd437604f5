// What the felts of several games have in common.
import { createContext, untrack } from 'svelte';
import { get } from '../house/api';
import type { Betting } from '../house/betting.svelte';
import type { BetRule } from '../house/pays';
import { collectCards } from '../parts/felt-motion';

/** What each bet of a table is called and pays. */
export class BetRules {
  /** Where they do not come, a spot is called by its id, and what it pays stays unwritten. */
  all = $state.raw<(BetRule & { name: string })[]>([]);

  constructor(table: string) {
    get<{ bets: (BetRule & { name: string })[] }>(
      `/api/tables/${encodeURIComponent(table)}/rules`,
    ).then(
      (page) => (this.all = page.bets),
      () => {},
    );
  }
}

/** How long a card is on its way over this felt: said by the felt, asked by its cards. */
export const [cardWay, setCardWay] = createContext<() => number>();

/** Between two rounds, while the cards of the one before still lie there. */
export function collectBetweenRounds(
  betting: () => Betting,
  felt: () => HTMLElement | undefined,
): void {
  let round = -1;
  $effect.pre(() => {
    const next = betting().view?.round ?? -1;
    if (round >= 0 && next !== round) untrack(() => collectCards(felt()));
    round = next;
  });
}
