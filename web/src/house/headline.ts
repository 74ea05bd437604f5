// What stands above the felt: what came of the round once that is shown, else the dealer's last word.
import type { Ask, TableView } from '../wire/socket';
import { said } from '../i18n/said';
import { t } from '../i18n/words.svelte';
import { resultText } from './results';

/** Empty while the round is on; a result is announced before the dealer confirms it. */
export function outcome(view: TableView): string {
  if (view.announced) return said(view.announced);
  if (!view.over || !view.play) return '';
  if (view.void) return t('table.roundVoid');
  const last = view.last.find((result) => result.round === view.round);
  return last ? resultText(last.result, 'said') : t('table.roundOver');
}

/** The announcement is the dealer's last word, in the visitor's language; what was called in another
    round is no word about this one. Nothing stands over a question that this player has to answer. */
export function headline(
  view: TableView,
  announcement: { text: string; round: number } | null,
  asked: readonly Pick<Ask, 'kind'>[] = [],
): string {
  if (view.held) return t('table.still-held');
  if (view.standstill) return t(`table.still-${view.standstill}`);
  if (asked.some(({ kind }) => kind === 'decision')) return t('table.yourTurn');
  if (asked.length) return t('table.yourChoice');
  const text = announcement?.round === view.round ? announcement.text : '';
  return (view.phase !== 'closed' && outcome(view)) || text || t(`table.phase-${view.phase}`);
}
