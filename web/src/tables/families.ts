// What the client has for each family of games. A family of another package is drawn from the places
// and spots it declares.
import type { Component } from 'svelte';
import type { Betting } from '../house/betting.svelte';
import type { TableView } from '../wire/socket';

export interface Family {
  /** A page fetches the felt of its own game, and no other. */
  felt: () => Promise<{ default: Component<{ betting: Betting }> }>;
  /** Its own board of the last results. */
  board?: () => Promise<{ default: Component<{ view: TableView }> }>;
}

const FAMILIES: Record<string, Family> = {
  blackjack: { felt: () => import('./Blackjack.svelte') },
  baccarat: {
    felt: () => import('./Baccarat.svelte'),
    board: () => import('./baccarat/Roads.svelte'),
  },
  roulette: { felt: () => import('./Roulette.svelte') },
};
const BROUGHT: Family = { felt: () => import('./DealtOut.svelte') };

export const familyOf = (name: string): Family => FAMILIES[name] ?? BROUGHT;

/** In the order of the lobby; what other packages bring comes last. */
export const OURS = Object.keys(FAMILIES);
