// Seconds as each language writes them, to the tenth: 2.4 or 2,4.
import { LOCALES, speech } from '../i18n/words.svelte';

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export const secondsText = (seconds: number): string =>
  new Intl.NumberFormat(LOCALES[speech.language], TENTHS).format(seconds);
