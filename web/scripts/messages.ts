// Sentences with plurals are read when the client is built: the parser of ICU messages is four times as
// large as what formats them, and no browser needs it.
import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const FILES = /\/i18n\/\w+\/\w+\.json$/;
const PLACE = /\{(\^?)(\w+)(?::(\w+))?\}/g;

/** ICU knows neither our capitals nor our kinds: `{^box:card}` becomes the argument `box__card__capital`. */
export const read = (text: string): MessageFormatElement[] =>
  parse(
    text.replace(
      PLACE,
      (_, capital: string, name: string, kind?: string) =>
        `{${[name, ...(kind ? [kind] : []), ...(capital ? ['capital'] : [])].join('__')}}`,
    ),
    { ignoreTag: true },
  );

const counts = (text: string) => /\{\w+, (?:plural|select)/.test(text);

export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    transform(code, id) {
      if (!FILES.test(id)) return null;
      const file = JSON.parse(code) as Record<string, string> | string[];
      // What the house says is English already, and its own key: only how it is counted is to be known.
      const words = Array.isArray(file)
        ? file.filter(counts).map((text) => [text, text] as const)
        : Object.entries(file);
      return {
        code: JSON.stringify(
          Object.fromEntries(words.map(([key, text]) => [key, counts(text) ? read(text) : text])),
        ),
        map: null,
      };
    },
  };
}
