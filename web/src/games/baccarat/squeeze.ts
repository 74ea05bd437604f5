// The squeeze: the player with the most on a hand turns its cards.
import { HIDDEN } from '../../house/cards';
import type { Squeeze, SqueezedCard, SqueezeRules } from '../../house/squeeze';
import type { BaccaratPlay, Squeezer } from '../../wire/socket';

export const HANDS = ['player', 'banker'] as const;
export type BaccaratHand = (typeof HANDS)[number];

/** What of the cards that come now lies face down for the player who squeezes these hands. */
export function heldBack(
  before: BaccaratPlay | null,
  after: BaccaratPlay,
  squeezers: Squeezer[],
): SqueezedCard[] {
  return HANDS.flatMap((hand) => {
    const squeezer = squeezers.find((squeezer) => squeezer.hand === hand);
    const lay = before?.[hand].length ?? 0;
    return after[hand]
      .map((face, at) => ({ hand, at, face, turned: false }))
      .filter(({ at }) => squeezer && at >= Math.max(lay, squeezer.first));
  });
}

/** As it lies for the player who squeezes. */
export function covered(play: BaccaratPlay, squeeze: Squeeze | null): BaccaratPlay {
  if (!squeeze) return play;
  const down = squeeze.cards.filter((card) => !card.turned);
  const cards = (hand: BaccaratHand) =>
    play[hand].map((face, at) =>
      down.some((card) => card.hand === hand && card.at === at) ? HIDDEN : face,
    );
  return { ...play, player: cards('player'), banker: cards('banker') };
}

/** What a hand counts, once all of it lies open. */
export function pointsOf(play: BaccaratPlay, hand: BaccaratHand): number | null {
  if (!play[hand].length || play[hand].includes(HIDDEN)) return null;
  return hand === 'player' ? play.player_points : play.banker_points;
}

export const SQUEEZE: SqueezeRules<BaccaratPlay> = {
  // Both hands have two cards before one has a third, so that a squeeze is of those, or of a third.
  firstCards: 4,
  squeezers: (play) => play.squeezers ?? [],
  ms: (play) => play.squeeze_ms,
  heldBack,
  covered,
};
