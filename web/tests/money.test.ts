// Amounts as each language writes them, and read back as they were written.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toType, typedAmount } from '../src/house/limits';
import { cents, exact, exactNet, money, net, plain } from '../src/house/money';
import { LANGUAGES, speech, type Language } from '../src/i18n/words.svelte';
import { percent } from '../src/pages/office/plot';
import { chipLabel } from '../src/parts/Chip.svelte';

vi.stubGlobal('document', { documentElement: {} });
vi.stubGlobal('localStorage', { setItem: () => {} });
afterEach(() => speech.use('en'));

describe.each([
  ['en', '1,234.50', '1234.50'],
  ['zh', '1,234.50', '1234.50'],
  ['de', '1.234,50', '1234,50'],
  ['es', '1.234,50', '1234,50'],
  ['fr', '1\u202f234,50', '1234,50'],
  ['ar', '1,234.50', '1234.50'],
] as const)('in %s', (language, grouped, bare) => {
  it('is written as people there write it', async () => {
    await speech.use(language);
    const mark = grouped.at(-3)!;
    // Its sign stays before it, also where writing comes from the right.
    const kept = (text: string) => (language === 'ar' ? `\u2068${text}\u2069` : text);
    expect([money(123450), plain(123450), exact(123450)]).toEqual([grouped, bare, grouped]);
    expect([money(12_50), net(-12_50), exactNet(5_00)]).toEqual([
      `12${mark}50`,
      kept(`−12${mark}50`),
      kept(`+5${mark}00`),
    ]);
    expect([money(12_00), exact(12_00)]).toEqual(['12', `12${mark}00`]);
    expect([chipLabel(2_50), chipLabel(1_500_00), chipLabel(5_000_00)]).toEqual([
      `2${mark}50`,
      `1${mark}5k`,
      '5k',
    ]);
    expect(percent(-527)).toBe(kept(`${kept(`−5${mark}27`)}\u00a0%`));
  });
});

describe.each(Object.keys(LANGUAGES) as Language[])('typed in %s', (language) => {
  it('is what the house wrote', async () => {
    await speech.use(language);
    for (const amount of [0, 5, 50, 1_00, 12_50, 999_99, 1_000_00, 1_234_50, 12_345_678_90]) {
      expect([money, plain, exact].map((write) => cents(write(amount)))).toEqual([
        amount,
        amount,
        amount,
      ]);
      expect(typedAmount('loss', toType('loss', amount))).toBe(amount);
    }
  });

  it('may be in Arabic digits', async () => {
    await speech.use(language);
    expect(['١٢', '١٢٫٥٠', '١٬٢٣٤٫٥٠', '١٢.٥٠'].map(cents)).toEqual([
      12_00, 12_50, 1_234_50, 12_50,
    ]);
  });

  it('has its cents after either mark', async () => {
    await speech.use(language);
    expect(['12,50', '12.50', '12,5', '12.5'].map(cents)).toEqual([12_50, 12_50, 12_50, 12_50]);
  });

  it('is never a part of what was written', async () => {
    await speech.use(language);
    const own =
      { de: '1.234,50', es: '1.234,50', fr: '1\u202f234,50' }[language as string] ?? '1,234.50';
    for (const text of ['1.234,50', '1,234.50'])
      expect(cents(text)).toBe(text === own ? 1234_50 : null);
    for (const text of ['1.234', '1,234'])
      expect(cents(text)).toBe(own.startsWith(text) ? 1234_00 : null);
    for (const text of ['1.23.45', '1,2345', '1.234,5,0', '12.345.6', '-1', '', '1e3', '.5'])
      expect(cents(text)).toBeNull();
  });
});
