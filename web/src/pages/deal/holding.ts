// What is asked twice before it is sent: a pocket settles the whole layout at once and nobody can take
// it back, and an offer that is closed is gone for those who were still thinking.
import type { Guide } from '../../wire/socket';
import { read } from './codes';
import { mainDeed, type MainDeed } from './steps';

/** A pocket that waits for a second Enter, and the round it was typed for. */
export interface Held {
  code: string;
  pocket: number;
  round: number;
}

/** Enter in the scanner's field: what goes to the house now, and what is held. Enter alone sends what
    is held. */
export function entered(typed: string, round: number, wheel: boolean, held: Held | null): { send: { code: string; round: number } | null; held: Held | null } {
  if (!typed) return { send: held, held: null };
  const found = wheel ? read(typed) : null;
  if (found?.kind === 'pocket') return { send: null, held: { code: typed, pocket: found.pocket, round } };
  return { send: { code: typed, round }, held: null };
}

/** What the first press of the one key asks about; another question, once somebody has answered. */
export function question(guide: Guide | null): string | null {
  return guide && mainDeed(guide) === 'close-offers' ? guide.text : null;
}

/** What helps against a refusal: the pit, where a scan cannot be taken back; the step that is missing,
    where a card or a ball came before it. */
export function remedy(asked: { type: string; code?: string }, refused: string, deed: MainDeed | null): '' | 'step' | 'pit' {
  if (refused !== 'illegal-action') return '';
  const found = asked.type === 'scan' ? read(asked.code ?? '') : null;
  if (asked.type === 'take-back' || (found?.kind === 'command' && found.command === 'take-back')) return 'pit';
  return deed && found && found.kind !== 'command' ? 'step' : '';
}
