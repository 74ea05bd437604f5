// What rounds came to. The house tells facts; the words are in `results.json`, by family and name.
import { gameOf } from '../games';
import type { RoundOutcome } from '../wire/socket';
import { speech, t } from '../i18n/words.svelte';
import { cardName } from './cards';
import { capital } from './names';

/** "short" for where there is hardly any room, "said" for a sentence; a result need not have either. */
type Form = 'short' | 'said';

const nameOf = ({ family, name }: RoundOutcome) => `${family}-${name}`;

/** A void round has no result. */
export function resultText(result: RoundOutcome | null, form?: Form): string {
  if (!result) return t('table.result-void');
  const key = `results.${nameOf(result)}`;
  const known = [`${key}-${form}`, key].find((candidate) => speech.has(candidate));
  if (known) return t(known, result.facts);
  return result.name === 'dealt-out' ? dealtOut(result) : result.name;
}

/** Of a family of another package: what lies at each of its places. */
const dealtOut = ({ facts }: RoundOutcome): string =>
  Object.entries(facts ?? {})
    .map(
      ([place, cards]) => `${capital(place)} ${String(cards).split(' ').map(cardName).join(' ')}`,
    )
    .join(' · ');

/** How it is coloured. */
export const toneOf = (result: RoundOutcome | null): string =>
  result ? (gameOf(result.family).tones[result.name] ?? '') : 'none';
