// What the house says itself, in the visitor's words. A phrase is an English sentence with places, and
// what stands in them; the sentence is its own key. A plain text is a phrase without places.
import type { Phrase } from '../wire/socket';
import { cardName } from '../house/cards';
import { money, net } from '../house/money';
import { when } from '../house/times';
import { isolatedWords } from './direction';
import { filled } from './message';
import { betName, LOCALES, speech, t, together, type Language } from './words.svelte';

export type { Phrase };
type Argument = Phrase['args'][string];
type Item = Exclude<Argument, unknown[]>;

export function said(what: Phrase | string): string {
  const { key, args } = typeof what === 'string' ? { key: what, args: {} as Phrase['args'] } : what;
  // What we have no words for is said as the house has it.
  const told = filled(speech.find(`said.${key}`) ?? key, LOCALES[speech.language], (name, kind, capital) => {
    const value = args[name];
    if (value === undefined) return undefined;
    if (typeof value === 'number' && !kind) return value;
    const text = written(value, kind);
    return capital ? capitalised(text) : text;
  });
  return speech.language === 'zh' ? spaced(told) : told;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Chinese stands apart from the letters and figures between it. */
function spaced(text: string): string {
  return text.replace(/(\p{Script=Han})(?=[\w♠♥♦♣])|([\w♠♥♦♣])(?=\p{Script=Han})/gu, '$& ');
}

const KINDS: Record<string, (value: Item) => string> = {
  amount: (value) => money(Number(value)),
  signed: (value) => net(Number(value)),
  card: (value) => cardName(String(value)),
  face: (value) => cardName(String(value)),
  bet: (value) => betName('', String(value)),
  action: (value) => t(`table.action-${value}`),
  moment: (value) => when(Date.parse(String(value))),
};

function written(value: Argument, kind: string): string {
  if (Array.isArray(value)) return joined(value as Item[], kind);
  return (KINDS[kind] ?? itemText)(value);
}

/** Where it is not the English one. */
const SEMICOLONS: Partial<Record<Language, string>> = { zh: '；', fr: '\u00a0; ', ar: '؛ ' };

function joined(items: Item[], kind: string): string {
  if (kind === 'cards' || kind === 'faces') return items.map((card) => cardName(String(card))).join(' ');
  return ownWords(inOneText(items.map((item) => together(itemText(item))), kind));
}

function inOneText(texts: string[], kind: string): string {
  if (kind === 'semicolon') return texts.join(SEMICOLONS[speech.language] ?? '; ');
  if (kind === 'space') return texts.join(speech.language === 'zh' ? '' : ' ');
  const type = kind === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(LOCALES[speech.language], { type }).format(texts);
}

function itemText(item: Item): string {
  return typeof item === 'object' ? ownWords(said(item)) : String(item);
}

const ownWords = (text: string) => isolatedWords(text, LOCALES[speech.language]);

/** What the house refuses, in the visitor's words. What is said to staff alone has none in other
    languages than English: its code has. */
export function refusalText(error: unknown): string {
  const { code = '', message = '', clause, words } = error as Partial<{ code: string; message: string; clause: string; words: Phrase | null }>;
  const own = speech.has(`refusal.${code}`) ? t(`refusal.${code}`) : '';
  const theirs = words ? sentence(words) : capitalised(message);
  // The house says more than its code; no sentence is in two languages.
  const text = words || speech.language === 'en' ? theirs || own : own || theirs;
  return (text || t('common.wentWrong')) + (clause ? ` [${clause}]` : '');
}

/** On its own: with a capital, unless it begins with somebody's name. */
function sentence(words: Phrase): string {
  const begins = /^\{(\w+)\}/.exec(words.key)?.[1];
  const named = begins !== undefined && typeof words.args[begins] === 'string';
  return named ? said(words) : capitalised(said(words));
}
