// The last results, which the house tells in English: "17 red", "Banker 8", "bust".
import type { LobbyTable } from '../wire/http';

export interface Told {
  /** How it is coloured. */
  tone: string;
  /** Its words, where there are any in the visitor's language. */
  key: string;
  values: Record<string, string>;
  text: string;
}

const DEALER: Record<string, string> = { bust: 'lobby.bust', 'no draw': 'lobby.noDraw' };
const SIDES: Record<string, string> = { player: 'blue', banker: 'red', tie: 'green' };

export function resultOf(family: LobbyTable['family'], one: { text: string; void: boolean }): Told {
  if (one.void) return { tone: 'none', key: 'table.result-void', values: {}, text: one.text };
  const [first = '', second = ''] = one.text.split(' ');
  if (family === 'roulette') return { tone: second, key: '', values: {}, text: first };
  if (family === 'blackjack') return { tone: '', key: DEALER[one.text] ?? '', values: {}, text: one.text };
  const side = first.toLowerCase();
  if (!(side in SIDES)) return { tone: '', key: '', values: {}, text: one.text };
  return { tone: SIDES[side]!, key: `lobby.won-${side}`, values: { points: second }, text: one.text };
}
