// One line of the round so far: who did what, with which card, where.
import { cardName, cardWords } from '../../house/cards';
import { speech, t } from '../../i18n/words.svelte';
import type { StaffEvent } from '../../wire/socket';
import { place } from '../deal/headline';

const cardWord = (card: string) => (card === '??' ? cardWords(card, t) : cardName(card));

export function eventText({
  by,
  what,
  box,
  card,
  to,
  hand,
  pocket,
  text,
  moved,
}: StaffEvent): string {
  const doer = speech.has(`pit.by-${by}`) ? t(`pit.by-${by}`) : by;
  const key = [`pit.event-${what}`, `office.in-${what}`].find((candidate) => speech.has(candidate));
  const shown = card ? cardWord(card) : '';
  // The second hand of a box is named; most boxes have one.
  const named = (to: string, box: number | null, hand: number | null) =>
    place({ to, box, hand: hand === 1 ? null : hand }, t);
  const where = to ? named(to, box, hand) : box === null ? '' : t('table.boxN', { n: box });
  const moves = moved.map(({ card, lay, belongs, lay_at, at }) => {
    // Positions are shown where the order within a hand was wrong.
    const sameHand = lay.to === belongs.to && lay.box === belongs.box && lay.hand === belongs.hand;
    const position = (number: number | null) => (sameHand && number ? ` #${number}` : '');
    const from = named(lay.to, lay.box, lay.hand) + position(lay_at);
    return `${cardWord(card)}: ${from} → ${named(belongs.to, belongs.box, belongs.hand)}${position(at)}`;
  });
  const details = [shown, pocket === null ? '' : String(pocket), where, text, ...moves].filter(
    Boolean,
  );
  return [`${doer}: ${t(key ?? `table.action-${what}`)}`, ...details].join(' · ');
}
