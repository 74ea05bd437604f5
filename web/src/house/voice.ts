// The dealer's voice: the browser's own, in the language of the page.
import { frame } from './frame.svelte';
import { preferences } from './preferences.svelte';

/** So many may wait for their turn; then all of them are left out, for nobody wants old news. */
const MOST_WAITING = 3;
let waiting = 0;

export function announce(sentences: string[], locale: string): void {
  if (
    !sentences.length ||
    !frame.heard ||
    !preferences.sounds ||
    !preferences.voice ||
    document.hidden ||
    !('speechSynthesis' in globalThis)
  )
    return;
  if (waiting >= MOST_WAITING) speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(sentences.join('. '));
  // How it writes digits is nothing to a voice.
  utterance.lang = new Intl.Locale(locale).baseName;
  utterance.volume = preferences.voice;
  waiting += 1;
  utterance.onend = utterance.onerror = () => (waiting -= 1);
  speechSynthesis.speak(utterance);
}
