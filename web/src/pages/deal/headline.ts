// The guide's step in a few words of the dealer's language.
import type { CardDue, Guide, Turn } from '../../wire/socket';

type Say = (key: string, values?: Record<string, string | number>) => string;

export function headline(guide: Guide, turns: Turn[], t: Say): string {
  const step = guide.step === 'choices-open' && guide.card ? 'deal-card' : guide.step;
  if (guide.card && step === 'deal-card') return `${place(guide.card, t)} · ${t(guide.card.face_up ? 'dealer.faceUp' : 'dealer.faceDown')}`;
  const turn = turns[0];
  if (step === 'wait-for-decision' && turn) {
    const who = [...new Set(turns.map((one) => one.player))].join(', ');
    return turn.box === null ? t('dealer.decides', { who }) : t('dealer.decidesBox', { who, box: turn.box });
  }
  return t(`dealer.step-${step}`);
}

/** "Box 3, hand 2", "Dealer", "Banker". */
export function place(due: Pick<CardDue, 'to' | 'box' | 'hand'>, t: Say): string {
  if (due.to !== 'box' || due.box === null) return t(`dealer.to-${due.to}`);
  return due.hand !== null && due.hand > 1
    ? t('dealer.toHand', { box: due.box, hand: due.hand })
    : t('dealer.toBox', { box: due.box });
}
