// Bets by the names people use.
export { betName } from '../i18n/words.svelte';
