// Cards, written small.
const SUITS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** "TH" → "10♥". */
export function cardName(card: string): string {
  return (card[0] === 'T' ? '10' : card[0]) + (SUITS[card[1] ?? ''] ?? '');
}
