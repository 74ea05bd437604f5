// No text is missing in any language, and each speaks of the same things.
import { describe, expect, it } from 'vitest';

type Words = Record<string, string>;
const files = import.meta.glob<{ default: Words }>('../src/i18n/*/*.json', { eager: true });
const sources = import.meta.glob<string>('../src/**/*.{svelte,ts}', { eager: true, query: '?raw', import: 'default' });

function area(path: string): [string, string] {
  const [, language = '', name = ''] = /i18n\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
  return [language, name];
}

const words: Record<string, Record<string, Words>> = {};
for (const [path, file] of Object.entries(files)) {
  const [language, name] = area(path);
  (words[language] ??= {})[name] = file.default;
}
const english = words.en ?? {};
/** The names, with their kinds; whether one begins with a capital is each language's own matter. */
const places = (text: string) => [...text.matchAll(/\{\^?(\w+(?::\w+)?)\}/g)].map((one) => one[1]).sort();

describe.each(['zh', 'es', 'de'])('in %s', (language) => {
  it.each(Object.keys(english))('every word of %s is there, with its places', (name) => {
    const theirs = words[language]?.[name] ?? {};
    expect(Object.keys(theirs).sort()).toEqual(Object.keys(english[name] ?? {}).sort());
    for (const [key, text] of Object.entries(english[name] ?? {})) {
      expect(places(theirs[key] ?? ''), `${name}.${key}`).toEqual(places(text));
      expect(theirs[key]?.trim(), `${name}.${key}`).not.toBe('');
    }
  });
});

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
