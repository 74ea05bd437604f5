// A word to the pit. A number alone is one of the common ones; a scan that came into the wrong field is
// nobody's word.
import { read } from './codes';

export const COMMON = ['misdealt', 'foreignCard', 'dispute', 'relief'] as const;
export type Word =
  { common: (typeof COMMON)[number] | 'plain' } | { own: string } | { scanned: string };

export function wordOf(typed: string): Word {
  const text = typed.trim();
  if (!text) return { common: 'plain' };
  const common = /^\d$/.test(text) ? COMMON[Number(text) - 1] : undefined;
  if (common) return { common };
  return read(text) ? { scanned: text } : { own: text };
}
