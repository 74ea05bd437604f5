// Bets by the names people use.
export { betName } from '../i18n/words.svelte';

/** "suited-tie" → "Suited tie": what another package calls by an id alone. */
export function capital(id: string): string {
  const told = id.replaceAll('-', ' ');
  return told.charAt(0).toUpperCase() + told.slice(1);
}
