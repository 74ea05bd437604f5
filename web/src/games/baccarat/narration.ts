// What a listener is told of the cards of both hands.
import { cardNews } from '../../house/card-news';
import type { BaccaratPlay } from '../../wire/socket';
import type { Say } from '../game';
import { HANDS, pointsOf, type BaccaratHand } from './squeeze';

const SAID: Record<BaccaratHand, string> = {
  player: 'table.saidPlayer',
  banker: 'table.saidBanker',
};

export const narrate = (before: BaccaratPlay | null, after: BaccaratPlay, t: Say): string[] =>
  HANDS.flatMap((hand) =>
    cardNews(before?.[hand], after[hand], t(`bets.${hand}`), withPoints(after, hand, t), t),
  );

/** With what it counts, unless a card of it lies face down. */
function withPoints(
  play: BaccaratPlay,
  hand: BaccaratHand,
  t: Say,
): ((card: string) => string) | null {
  const points = pointsOf(play, hand);
  return points === null ? null : (card) => t(SAID[hand], { card, points });
}
