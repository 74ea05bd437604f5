// The pace of the cards: quick, and quicker the more of them wait.
const CARD = 150;
const LONGEST = 1500;

/** How long a step with so many cards is looked at, with so many more waiting behind it. */
export function gap(cards: number, waiting: number): number {
  if (!cards) return 0;
  return Math.min(CARD * cards, LONGEST / (waiting + 1));
}
