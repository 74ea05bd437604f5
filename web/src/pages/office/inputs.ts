// One thing that went into a round, in words. What has no words of its own is shown as it is
// written: nothing is left out of a record.
import type { RoundInput } from './types';
import { cardName } from '../../house/cards';

type Say = (key: string, values?: Record<string, string | number>) => string;

export function inputWords(one: RoundInput, t: Say): string {
  const { input, ...more } = one;
  if (input === 'card') return cardName(String(more.card));
  if (input === 'ball') return t('office.ball', { pocket: String(more.pocket) });
  if (input === 'act') {
    const { player, action, box, ...rest } = more;
    const told = action === 'timeout' ? t('office.timeout') : t(`table.action-${String(action)}`);
    const where = typeof box === 'number' ? [t('table.boxN', { n: box })] : [];
    return [`${String(player)}: ${told}`, ...where, ...written(rest)].join(', ');
  }
  return [input, ...written(more)].join(', ');
}

function written(more: Record<string, unknown>): string[] {
  return Object.entries(more)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}
