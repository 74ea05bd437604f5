// Bets by the names people use.
export { betName } from '../i18n/words.svelte';

/** "suited-tie" → "Suited tie": what another package calls by an id alone. */
export function capital(id: string): string {
  const text = id.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
