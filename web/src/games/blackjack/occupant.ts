// Whose box it is, in words.
import { t } from '../../i18n/words.svelte';
import type { DrawnBox } from './arrange';

/** With chips on it, a box is this player's, also without the seat. */
export const isOwn = (box: Pick<DrawnBox, 'seat' | 'seated' | 'mine'>): boolean =>
  box.seated || (box.seat === null && box.mine);

export const occupant = (box: Pick<DrawnBox, 'seat' | 'seated' | 'mine'>): string =>
  isOwn(box) ? t('table.you') : (box.seat ?? t('table.freeBox'));
