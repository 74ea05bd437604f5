// What is asked twice before it is sent: an offer that is closed is gone for those who were still
// thinking, and so is the choice after a dealing error (R28) when the result is confirmed.
import type { Guide } from '../../wire/socket';
import { read } from './codes';
import { mainAction, type MainAction } from './steps';

/** What the first press of the one key asks about; another question, once somebody has answered. */
export function question(guide: Guide | null): string | null {
  if (!guide) return null;
  const action = mainAction(guide);
  const endsChoices = action === 'confirm-result' && guide.step === 'choices-open';
  return action === 'close-offers' || endsChoices ? guide.text : null;
}

/** What helps against a refusal: the pit, where a scan cannot be taken back; the step that is missing,
    where a card or another outcome came before it. */
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
