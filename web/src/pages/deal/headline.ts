// The guide's step in a few words of the dealer's language.
import type { BoxView, CardDue, Guide, Turn } from '../../wire/socket';

type Say = (key: string, values?: Record<string, string | number>) => string;

export function headline(guide: Guide, turns: Turn[], boxes: BoxView[], t: Say): string {
  const step = guide.step === 'choices-open' && guide.card ? 'deal-card' : guide.step;
  if (guide.card && step === 'deal-card') return `${place(named(guide.card, boxes), t)} · ${t(guide.card.face_up ? 'dealer.faceUp' : 'dealer.faceDown')}`;
  const turn = turns[0];
  if (step === 'wait-for-decision' && turn) {
    const who = [...new Set(turns.map((one) => one.player))].join(', ');
    return turn.box === null ? t('dealer.decides', { who }) : t('dealer.decidesBox', { who, box: turn.box });
  }
  return t(`dealer.step-${step}`);
}

/** Where a card goes; a hand is named only where the box has several. */
export interface Place {
  to: string;
  box: number | null;
  hand: number | null;
}

export function named(due: CardDue, boxes: BoxView[]): Place {
  const split = (boxes.find((one) => one.number === due.box)?.hands.length ?? 0) > 1;
  return { to: due.to, box: due.box, hand: split ? due.hand : null };
}

/** "Box 3, hand 2", "Dealer", "Banker". */
export function place({ to, box, hand }: Place, t: Say): string {
  if (to !== 'box' || box === null) return t(`dealer.to-${to}`);
  return hand === null ? t('dealer.toBox', { box }) : t('dealer.toHand', { box, hand });
}
