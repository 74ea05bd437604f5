// The guide's step in a few words of the dealer's language.
import { ALL_GAMES } from '../../games';
import { capital } from '../../house/names';
import type { BoxView, Guide, Turn } from '../../wire/socket';

type Say = (key: string, values?: Record<string, string | number>) => string;

export function headline(guide: Guide, turns: Turn[], boxes: BoxView[], t: Say): string {
  const step = guide.step === 'choices-open' && guide.card ? 'deal-card' : guide.step;
  if (guide.card && step === 'deal-card')
    return `${place(named(guide.card, boxes), t)} · ${t(guide.card.face_up ? 'dealer.faceUp' : 'dealer.faceDown')}`;
  const turn = turns[0];
  if (step === 'wait-for-decision' && turn) {
    const who = [...new Set(turns.map((turn) => turn.player))].join(', ');
    if (turn.box === null) return t('dealer.decides', { who });
    const hand = split(turn.box, boxes) ? turn.hand : null;
    return t('dealer.decidesPlace', { who, place: place({ to: 'box', box: turn.box, hand }, t) });
  }
  if (step === 'offers-open')
    return guide.offers.map((offer) => t(`dealer.offered-${offer}`)).join(' · ');
  return t(`dealer.step-${step}`);
}

/** Where a card goes; a hand is named only where the box has several. */
export interface Place {
  to: string;
  box: number | null;
  hand: number | null;
}

export function named({ to, box, hand }: Place, boxes: BoxView[]): Place {
  return { to, box, hand: split(box, boxes) ? hand : null };
}

function split(box: number | null, boxes: BoxView[]): boolean {
  return (boxes.find((candidate) => candidate.number === box)?.hands.length ?? 0) > 1;
}

/** Those that have a word of their own; a game of another package calls its places itself. */
const PLACES = ['box', 'discard', ...ALL_GAMES.flatMap((game) => game.places)];

/** "Box 3, hand 2", "Dealer", "Banker". */
export function place({ to, box, hand }: Place, t: Say): string {
  if (to !== 'box' || box === null) return PLACES.includes(to) ? t(`dealer.to-${to}`) : capital(to);
  return hand === null ? t('dealer.toBox', { box }) : t('dealer.toHand', { box, hand });
}
