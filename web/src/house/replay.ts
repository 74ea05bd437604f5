// A round that is over, step by step, as the house tells it, in words.
import type { DealtCard } from '../wire/http';

export interface Step {
  text: string;
  kind: 'card' | 'decision' | 'ruling' | 'outcome' | 'end';
}

/** "Box 1, hand 2", "Dealer". */
export function whereOf(
  { to, box, hand }: Pick<DealtCard, 'to' | 'box' | 'hand'>,
  t: (key: string, values?: Record<string, string | number>) => string,
): string {
  if (typeof box !== 'number') return t(`me.to-${to}`);
  const name = t('table.boxN', { n: box });
  return (hand ?? 1) > 1 ? `${name}, ${t('table.handN', { n: hand ?? 1 })}` : name;
}
