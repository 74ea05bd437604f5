// The parts of a game that has none of its own: cards at places that have a name, and the bets it declares.
import { capital } from '../../house/names';
import { cardNews } from '../../house/card-news';
import type { HandsPlay } from '../../wire/socket';
import type { Game, GameBets } from '../game';
import Picture from './Picture.svelte';

const NO_BETS: GameBets = {
  box: null,
  placedAtOnce: [],
  notes: {},
  noChat: {},
  edgeNotes: {},
  isPlayed: () => false,
};

export const DEFAULT: Game<HandsPlay> = {
  order: Infinity,
  felt: () => import('./Felt.svelte'),
  board: null,
  cloths: {},
  words: {
    sealed: 'table.shoe',
    beginRound: 'table.dealNow',
    staged: 'staged.cards',
    stagedHow: 'staged.cardsHow',
    stagedExample: 'AS TD 7H',
  },
  bets: NO_BETS,
  hints: { seat: [], chip: () => ['.felt [data-spot]'] },
  tones: {},
  Picture,
  shoe: true,
  cards: (play) => play.hands.map((hand) => hand.cards),
  dealt(play) {
    return this.cards(play).flat().length;
  },
  pace: { way: 420, look: 480, lastLook: 600 },
  landsOnFelt: false,
  squeeze: null,
  narrate(before, after, t) {
    const old = new Map(before?.hands.map((hand) => [hand.place, hand.cards]));
    return after.hands.flatMap(({ place, cards }) =>
      cardNews(old.get(place), cards, capital(place), null, t),
    );
  },
  film: () => import('./film'),
  bestPlay: () => null,
  outcomeText: (outcome) => String(outcome),
  dealerFelt: () => import('./DealerFelt.svelte'),
  readCode: () => null,
  lastScan: () => import('./LastScan.svelte'),
  places: [],
  deals: [],
};
