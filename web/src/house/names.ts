// Bets by the names people use.
import { speech, t } from '../i18n/words.svelte';

export function betName(game: string, bet: string): string {
  const [kind = bet, where = ''] = bet.split(':');
  const key = [`bets.${bet}`, `bets.${kind}`].find((one) => speech.has(one));
  if (!key) return bet;
  return where && key === `bets.${kind}` ? `${t(key)} ${where}` : t(key, { game });
}
