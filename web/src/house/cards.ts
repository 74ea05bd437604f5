// Cards, written small.
import { together } from '../i18n/words.svelte';

/** How a card is written that lies face down. */
export const HIDDEN = '??';

const SUITS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** "TH" → "10♥". */
export function cardName(card: string): string {
  return together((card[0] === 'T' ? '10' : card[0]) + (SUITS[card[1] ?? ''] ?? ''));
}

const SUIT_NAMES: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

/** "TH" → "ten of hearts", "??" → "face down". */
export function cardWords(
  card: string,
  t: (key: string, values?: Record<string, string | number>) => string,
): string {
  if (card === HIDDEN) return t('cards.faceDown');
  return t('cards.card', {
    rank: t(`cards.${card[0]}`),
    suit: t(`cards.${SUIT_NAMES[card[1] ?? '']}`),
  });
}
