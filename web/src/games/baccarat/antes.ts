// What became of an ante, read from what the house tells its owner.
import type { YouView } from '../../wire/socket';

export type AnteState = 'none' | 'lying' | 'asked' | 'raised' | 'folded';

export interface Ante {
  state: AnteState;
  /** What it may be raised by, or has been; null: not known. */
  raise: number | null;
}

export const wagerOf = (ante: string): string => ante.replace(/^ante-/, 'wager-');

/** `before` is what was known a moment ago: the house names the amount when it asks. */
export function anteOf(
  bet: string,
  you: YouView | undefined,
  playing: boolean,
  dealt: number,
  before: Ante | null,
): Ante {
  const ask = you?.asked.find((question) => question.bet === bet);
  if (ask)
    return {
      state: 'asked',
      raise: ask.options.find((option) => option.action === 'raise')?.most ?? null,
    };
  if (!you?.confirmed.some((chip) => chip.bet === bet)) return { state: 'none', raise: null };
  if (!playing || dealt === 0) return { state: 'lying', raise: null };
  const wager = you.lines.find((line) => line.bet === wagerOf(bet));
  if (wager) return { state: 'raised', raise: wager.stake };
  // An ante that has its line and no wager beside it was folded.
  if (you.lines.some((line) => line.bet === bet)) return { state: 'folded', raise: null };
  return { state: 'raised', raise: before?.raise ?? null };
}
