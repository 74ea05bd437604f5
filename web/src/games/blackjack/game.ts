import { HIDDEN } from '../../house/cards';
import type { BlackjackPlay } from '../../wire/socket';
import type { OwnParts } from '../game';
import { narrate } from './narration';
import Picture from './Picture.svelte';

const cards = (play: BlackjackPlay) => [
  play.dealer,
  ...play.boxes.flatMap((box) => box.hands.map((hand) => hand.cards)),
];

export default {
  order: 1,
  felt: () => import('./Felt.svelte'),
  cloths: {
    'rws-blackjack': { colour: 'green', pattern: 'lozenges' },
    'rws-blackjack-plus': { colour: 'purple', pattern: 'rays' },
    'live-blackjack': { colour: 'blue', pattern: 'pinstripes' },
    'classic-blackjack-shoe': { colour: 'burgundy', pattern: 'scales' },
    'classic-blackjack-double': { colour: 'teal', pattern: 'chevrons' },
    'classic-blackjack-single': { colour: 'charcoal', pattern: 'dots' },
  },
  bets: {
    box: 'initial',
    placedAtOnce: ['behind'],
    notes: { behind: 'blackjack.sentAsPlaced' },
    noChat: { behind: 'table.noChatBehind' },
    edgeNotes: { insurance: 'odds.edgeInsurance' },
    isPlayed: (bet) => bet === 'initial',
  },
  hints: {
    seat: ['.box:has([data-hint="seat"]) .circle', '[data-hint="seat"]'],
    chip: (seats) => [...seats.map((box) => `[data-spot="initial@${box}"]`), '.felt [data-spot]'],
  },
  Picture,
  cards,
  dealt: (play) =>
    cards(play)
      .flat()
      .reduce((sum, card) => sum + (card === HIDDEN ? 0.5 : 1), 0),
  pace: { way: 360, look: 240, lastLook: 500 },
  narrate,
  film: () => import('./film'),
  bestPlay: ({ chart }) => chart && (() => import('./BestPlay.svelte')),
  dealerFelt: () => import('./DealerFelt.svelte'),
  places: ['dealer'],
  deals: ['initial', 'subsequent'],
} satisfies OwnParts<BlackjackPlay>;
