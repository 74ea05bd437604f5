// What somebody types as an amount, in cents. At the cage it is handed over at once, so it is read
// strictly: what could mean two things is no amount.
const POINT = { group: ',', decimal: '.' };
const COMMA = { group: '.', decimal: ',' };
const SPACE = { group: '\u202f', decimal: ',' };
const SIGNS: Record<string, typeof POINT> = {
  en: POINT,
  zh: POINT,
  ar: POINT,
  de: COMMA,
  es: COMMA,
  fr: SPACE,
};

export const signsOf = (language: string) => SIGNS[language] ?? POINT;

/**
 * As the language of the page has it: "1,000.50" in English, "1.000,50" in German; spaces between
 * thousands everywhere. Two digits after a point are cents everywhere: so many keys have no comma.
 * What an Arabic keyboard types, "١٬٠٠٠٫٥٠", means the same everywhere, too.
 */
export function amountOf(text: string, language: string): number | null {
  const { group, decimal } = signsOf(language);
  const match = new RegExp(`^(.*?)(?:[${decimal}](\\d{1,2})|[.](\\d\\d))?$`).exec(
    inLatinDigits(text, language).trim(),
  );
  const [, whole = '', own, houses] = match ?? [];
  const digits = [/^\d{1,12}$/, grouped('[ \\u00a0\\u202f]'), grouped(`[${group}]`)].some(
    (pattern) => pattern.test(whole),
  );
  if (!digits) return null;
  const cents =
    Number(whole.replace(/\D/g, '')) * 100 + Number((own ?? houses ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}

function inLatinDigits(text: string, language: string): string {
  const { group, decimal } = signsOf(language);
  const digits = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - '٠'.charCodeAt(0)));
  return digits.replaceAll('٬', group).replaceAll('٫', decimal);
}

/** Each three digits apart, all by the same sign. */
const grouped = (sign: string) => new RegExp(`^\\d{1,3}(?:${sign}\\d{3}){1,3}$`);
