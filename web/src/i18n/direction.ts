// Which way a language is written, and what keeps its own order of signs within it.
export type Direction = 'ltr' | 'rtl';

export const directionOf = (locale: string): Direction => (locale.startsWith('ar') ? 'rtl' : 'ltr');

/** As its first letter has it, from the left where it has none: names, amounts, cards. */
const AS_WRITTEN = '\u2068';
const FROM_THE_RIGHT = '\u2067';
const END = '\u2069';

/**
 * A part of a sentence that keeps its own order: without this, "+1,200.50", "10♦" or a name would change
 * places with the signs around it where writing goes from the right.
 */
export const isolated = (text: string, locale: string): string => marked(AS_WRITTEN, text, locale);

/** The same for a part in the language itself, whatever it begins with. */
export const isolatedWords = (text: string, locale: string): string => marked(FROM_THE_RIGHT, text, locale);

function marked(mark: string, text: string, locale: string): string {
  return !text || directionOf(locale) === 'ltr' || isMarked(text) ? text : mark + text + END;
}

/** As a whole, from its first sign to its last. */
function isMarked(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === AS_WRITTEN || text[at] === FROM_THE_RIGHT) depth += 1;
    if (text[at] === END) depth -= 1;
    if (depth === 0) return at > 0 && at === text.length - 1;
  }
  return false;
}
