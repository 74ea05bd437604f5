// One line of the round so far: who did what, with which card, where.
import { cardName, cardWords } from '../../house/cards';
import { speech, t } from '../../i18n/words.svelte';
import type { StaffEvent } from '../../wire/socket';
import { place } from '../deal/headline';

export function eventText({ by, what, box, card, to, hand, pocket, text }: StaffEvent): string {
  const doer = speech.has(`pit.by-${by}`) ? t(`pit.by-${by}`) : by;
  const key = [`pit.event-${what}`, `office.in-${what}`].find((candidate) => speech.has(candidate));
  const shown = !card ? '' : card === '??' ? cardWords(card, t) : cardName(card);
  // The second hand of a box is named; most boxes have one.
  const where = to
    ? place({ to, box, hand: hand === 1 ? null : hand }, t)
    : box === null
      ? ''
      : t('table.boxN', { n: box });
  const details = [shown, pocket === null ? '' : String(pocket), where, text].filter(Boolean);
  return [`${doer}: ${t(key ?? `table.action-${what}`)}`, ...details].join(' · ');
}
