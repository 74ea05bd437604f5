// No text is missing in any language; each speaks of the same things, and counts by its own rules.
import type { MessageFormatElement, PluralElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it, vi } from 'vitest';
import { read } from '../scripts/messages';
import { placesOf } from '../src/i18n/message';
import same from '../src/i18n/same.json';
import { LOCALES, speech, t, type Language } from '../src/i18n/words.svelte';

// A language is noted where a browser has room for it.
vi.stubGlobal('document', { documentElement: {} });
vi.stubGlobal('localStorage', { setItem: () => {} });

type Words = Record<string, string>;
// As they are written: what the pages get was read already.
const files = import.meta.glob<string>('../src/i18n/*/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const sources = import.meta.glob<string>('../src/**/*.{svelte,ts}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const words: Record<string, Record<string, Words>> = {};
for (const [path, text] of Object.entries(files)) {
  const [, language = '', name = ''] = /i18n\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
  const file = JSON.parse(text) as Words | string[];
  // What the house says is its own key.
  (words[language] ??= {})[name] = Array.isArray(file)
    ? Object.fromEntries(file.map((sentence) => [sentence, sentence]))
    : file;
}
const english = words.en ?? {};

/** The names, with their kinds; whether one begins with a capital is each language's own matter. */
const places = (text: string) =>
  [...placesOf(read(text))].map((place) => place.replace('__capital', '')).sort();

function plurals(elements: MessageFormatElement[]): PluralElement[] {
  return elements.flatMap((element) => {
    const within =
      'options' in element
        ? Object.values(element.options).flatMap((option) => plurals(option.value))
        : [];
    return 'pluralType' in element ? [element, ...within] : within;
  });
}

describe.each(['zh', 'es', 'fr', 'de', 'ar'] as const)('in %s', (language) => {
  it.each(Object.keys(english))(
    'every word of %s is there, with its places, or is declared the same',
    (name) => {
      const theirs = words[language]?.[name] ?? {};
      const declared = same[language]
        .filter((key) => key.startsWith(`${name}.`))
        .map((key) => key.slice(name.length + 1));
      expect([...Object.keys(theirs), ...declared].sort()).toEqual(
        Object.keys(english[name] ?? {}).sort(),
      );
      for (const [key, text] of Object.entries(theirs)) {
        expect(places(text), `${name}.${key}`).toEqual(places(english[name]?.[key] ?? ''));
        expect(text.trim(), `${name}.${key}`).not.toBe('');
        expect(text, `${name}.${key} is the same: it belongs in same.json`).not.toBe(
          english[name]?.[key],
        );
      }
    },
  );
});

it.each(Object.entries(LOCALES))(
  'in %s every plural has the forms that the language has',
  (language, locale) => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    let counted = 0;
    for (const [name, texts] of Object.entries(words[language] ?? {})) {
      for (const [key, text] of Object.entries(texts)) {
        for (const { options } of plurals(read(text))) {
          counted += 1;
          expect(Object.keys(options).sort(), `${name}.${key}`).toEqual(
            [...pluralCategories].sort(),
          );
        }
      }
    }
    expect(counted).toBeGreaterThan(30);
  },
);

it.each<[Language, string, string]>([
  ['en', '1 minute', '2 minutes'],
  ['de', '1 Minute', '2 Minuten'],
  ['es', '1 minuto', '2 minutos'],
  ['fr', '1 minute', '2 minutes'],
  ['zh', '1 分钟', '2 分钟'],
  ['ar', 'دقيقة واحدة', 'دقيقتين'],
])(
  'in %s one is counted unlike two where the language does so',
  async (language, singular, plural) => {
    await speech.use(language);
    expect(t('me.minutes', { n: 1 })).toBe(singular);
    expect(t('me.minutes', { n: 2 })).toBe(plural);
    await speech.use('en');
  },
);

it('every word that a page says is there', () => {
  const missing: string[] = [];
  for (const [path, source] of Object.entries(sources)) {
    for (const [, key = ''] of source.matchAll(/\bt\(\s*'([\w-]+\.[\w-]+)'/g)) {
      const [name = '', ...rest] = key.split('.');
      if (!(rest.join('.') in (english[name] ?? {}))) missing.push(`${path}: ${key}`);
    }
  }
  expect(missing).toEqual([]);
});

it('with those of the staff every word of English is there', async () => {
  expect(speech.has('pit.title')).toBe(false);
  await speech.fetchStaffWords();
  const all = Object.entries(english).flatMap(([name, texts]) =>
    name === 'said' ? [] : Object.keys(texts).map((key) => `${name}.${key}`),
  );
  expect(all.filter((key) => !speech.has(key))).toEqual([]);
});
