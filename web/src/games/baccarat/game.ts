import type { BaccaratPlay } from '../../wire/socket';
import type { OwnParts } from '../game';
import { narrate } from './narration';
import Picture from './Picture.svelte';
import { HANDS, SQUEEZE } from './squeeze';

export default {
  order: 2,
  felt: () => import('./Felt.svelte'),
  board: () => import('./Roads.svelte'),
  cloths: {
    'live-baccarat': { colour: 'copper', pattern: 'rings' },
    'rws-knockout-baccarat': { colour: 'navy', pattern: 'squares' },
  },
  bets: { isPlayed: (bet) => bet.startsWith('ante-') },
  hints: { seat: [], chip: () => ['[data-spot="player@"]', '.felt [data-spot]'] },
  tones: { player: 'blue', banker: 'red', tie: 'green' },
  Picture,
  cards: (play) => HANDS.map((hand) => play[hand]),
  squeeze: SQUEEZE,
  narrate,
  film: () => import('./film'),
  bestPlay: ({ antes }) => antes && (() => import('./BestPlay.svelte')),
  places: HANDS,
  dealerFelt: () => import('./DealerFelt.svelte'),
} satisfies OwnParts<BaccaratPlay>;
