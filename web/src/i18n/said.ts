// What the house says itself, in the visitor's words. A phrase is an English sentence with places, and
// what stands in them; the sentence is its own key. A plain text is a phrase without places.
import type { Phrase } from '../wire/socket';
import { cardName } from '../house/cards';
import { money } from '../house/money';
import { speech, type Language } from './words.svelte';

export type { Phrase };
type Argument = Phrase['args'][string];
type Item = Exclude<Argument, unknown[]>;

const PLACE = /\{(\^?)(\w+)(?::(\w+))?\}/g;
/** "a, b and c": no comma before the last in English either. */
const LOCALES: Record<Language, string> = { en: 'en-GB', zh: 'zh-Hans', es: 'es', de: 'de' };

export function said(what: Phrase | string): string {
  const { key, args } = typeof what === 'string' ? { key: what, args: {} as Phrase['args'] } : what;
  // What we have no words for is said as the house has it.
  const sentence = speech.find(`said.${key}`) ?? key;
  const told = sentence.replace(PLACE, (whole, capital: string, name: string, kind?: string) => {
    const value = args[name];
    if (value === undefined) return whole;
    const text = filled(value, kind);
    return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  });
  return speech.language === 'zh' ? spaced(told) : told;
}

/** Chinese stands apart from the letters and figures between it. */
function spaced(text: string): string {
  return text.replace(/(\p{Script=Han})(?=[\w♠♥♦♣])|([\w♠♥♦♣])(?=\p{Script=Han})/gu, '$& ');
}

function filled(value: Argument, kind?: string): string {
  if (Array.isArray(value)) return joined(value as Item[], kind);
  if (kind === 'amount') return money(Number(value));
  if (kind === 'card') return cardName(String(value));
  return spoken(value);
}

function joined(items: Item[], kind?: string): string {
  const chinese = speech.language === 'zh';
  if (kind === 'cards') return items.map((one) => cardName(String(one))).join(' ');
  const texts = items.map(spoken);
  if (kind === 'semicolon') return texts.join(chinese ? '；' : '; ');
  if (kind === 'space') return texts.join(chinese ? '' : ' ');
  const type = kind === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(LOCALES[speech.language], { type }).format(texts);
}

function spoken(one: Item): string {
  return typeof one === 'object' ? said(one) : String(one);
}
