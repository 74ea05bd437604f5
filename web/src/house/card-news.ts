// What a listener is told of the cards of one hand.
import type { Say } from '../games/game';
import { cardWords } from './cards';

/** The cards that have come, or were turned, to one hand; what they count is told with the last. */
export function cardNews(
  before: string[] = [],
  after: string[],
  whose: string,
  last: ((card: string) => string) | null,
  t: Say,
): string[] {
  const fresh = after.filter((card, at) => before[at] !== card);
  return fresh.map((card, at) => {
    const cardText = cardWords(card, t);
    return last && at === fresh.length - 1
      ? last(cardText)
      : t('table.saidCard', { whose, card: cardText });
  });
}
