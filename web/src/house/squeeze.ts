// The squeeze at baccarat. The house tells every card at once; for whoever has the most on a hand its
// cards lie face down until that player has turned them, or their time is over.
import type { BaccaratPlay, Squeezer } from '../wire/socket';
import type { Play } from './pace';

export const HANDS = ['player', 'banker'] as const;
export type BaccaratHand = (typeof HANDS)[number];

export interface SqueezedCard {
  hand: BaccaratHand;
  /** Which of the hand's cards, from 0. */
  at: number;
  face: string;
  turned: boolean;
}

/** Cards that lie there together, until all are turned. */
export interface Squeeze {
  table: string;
  round: number;
  cards: SqueezedCard[];
  /** When their time is over, on this machine's clock; null: they are still coming. */
  ends: number | null;
  /** How long they have. */
  ms: number;
}

/** Both hands have two cards before one has a third, so that a squeeze is of those, or of a third. */
export const FIRST_CARDS = 4;

export const isBaccarat = (play: Play | null | undefined): play is BaccaratPlay =>
  play?.family === 'baccarat';

/** What of the cards that come now lies face down for the player who squeezes these hands. */
export function heldBack(
  before: Play | null | undefined,
  after: BaccaratPlay,
  squeezers: Squeezer[],
): SqueezedCard[] {
  return HANDS.flatMap((hand) => {
    const squeezer = squeezers.find((squeezer) => squeezer.hand === hand);
    const lay = isBaccarat(before) ? before[hand].length : 0;
    return after[hand]
      .map((face, at) => ({ hand, at, face, turned: false }))
      .filter(({ at }) => squeezer && at >= Math.max(lay, squeezer.first));
  });
}

/** As it lies for the player who squeezes. */
export function covered(play: Play, squeeze: Squeeze | null): Play {
  if (!squeeze || !isBaccarat(play)) return play;
  const down = squeeze.cards.filter((card) => !card.turned);
  const cards = (hand: BaccaratHand) =>
    play[hand].map((face, at) =>
      down.some((card) => card.hand === hand && card.at === at) ? '??' : face,
    );
  return { ...play, player: cards('player'), banker: cards('banker') };
}

/** What a hand counts, once all of it lies open. */
export function pointsOf(play: BaccaratPlay, hand: BaccaratHand): number | null {
  if (!play[hand].length || play[hand].includes('??')) return null;
  return hand === 'player' ? play.player_points : play.banker_points;
}
