// Cards that one player turns over. The house tells every card at once; for the player who squeezes them
// they lie face down until that player has turned them, or their time is over.
import type { Squeezer } from '../wire/socket';
import type { Play } from './pace';

export interface SqueezedCard {
  hand: string;
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

/** How a game is squeezed in which the cards of a hand belong to no player alone. */
export interface SqueezeRules<P extends Play> {
  /** So many cards come together before any is turned. */
  firstCards: number;
  squeezers(play: P): Squeezer[];
  /** How long the player has. */
  ms(play: P): number;
  /** What of the cards that come now lies face down for the player who squeezes these hands. */
  heldBack(before: P | null, after: P, squeezers: Squeezer[]): SqueezedCard[];
  /** As it lies for the player who squeezes. */
  covered(play: P, squeeze: Squeeze): P;
}
