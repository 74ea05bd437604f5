// What is asked twice before it is sent: a pocket settles the whole layout at once and nobody can take
// it back, and an offer that is closed is gone for those who were still thinking.
import type { Guide } from '../../wire/socket';
import { read } from './codes';
import { mainAction, type MainAction } from './steps';

/** A pocket that waits for a second Enter, and the round it was typed for. */
export interface Held {
  code: string;
  pocket: number;
  round: number;
}

/** Enter in the scanner's field: what goes to the house now, and what is held. Enter alone sends what
    is held. */
export function entered(
  typed: string,
  round: number,
  wheel: boolean,
  held: Held | null,
): { send: { code: string; round: number } | null; held: Held | null } {
  if (!typed) return { send: held, held: null };
  const result = wheel ? read(typed) : null;
  if (result?.kind === 'pocket')
    return { send: null, held: { code: typed, pocket: result.pocket, round } };
  return { send: { code: typed, round }, held: null };
}

/** What the first press of the one key asks about; another question, once somebody has answered. */
export function question(guide: Guide | null): string | null {
  return guide && mainAction(guide) === 'close-offers' ? guide.text : null;
}

/** What helps against a refusal: the pit, where a scan cannot be taken back; the step that is missing,
    where a card or a ball came before it. */
export function remedy(
  question: { type: string; code?: string },
  refused: string,
  action: MainAction | null,
): '' | 'step' | 'pit' {
  if (refused !== 'illegal-action') return '';
  const result = question.type === 'scan' ? read(question.code ?? '') : null;
  if (
    question.type === 'take-back' ||
    (result?.kind === 'command' && result.command === 'take-back')
  )
    return 'pit';
  return action && result && result.kind !== 'command' ? 'step' : '';
}
