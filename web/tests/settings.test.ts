// The form of a table's rules: what is marked, what is sent, and what it would cost.
import { describe, expect, it } from 'vitest';
import { speech } from '../src/i18n/words.svelte';
import type { RuleSetting } from '../src/wire/http';
import {
  costOf,
  differing,
  grouped,
  payOf,
  payText,
  percent,
  units,
  valuesOf,
  winOf,
  wishOf,
} from '../src/pages/pit/settings';

const setting = (
  name: string,
  kind: RuleSetting['kind'],
  value: RuleSetting['value'],
  more: Partial<RuleSetting> = {},
): RuleSetting => ({
  ...{ name, kind, meaning: name, clause: '', choices: [], lowest: null, highest: null },
  ...{ value, ordered: value, standard: value },
  ...more,
});
const settings = [
  setting('chip-unit', 'amount', '0.5'),
  setting('decks', 'number', 8, { choices: [4, 6, 8] }),
  setting('h17', 'yes-no', false, { ordered: true }),
  setting('surrender', 'yes-no', false, { standard: true }),
  setting('missed-decision', 'word', 'stands', { choices: ['stands', 'house-draws'] }),
  setting('tie-pays', 'pay', '8 to 1'),
];
const names = (some: RuleSetting[]) => some.map((each) => each.name);

describe('the form', () => {
  it('begins with what was ordered, and sends only what the document has otherwise', () => {
    const values = valuesOf(settings, 'ordered');
    expect(values).toEqual({
      'chip-unit': '0.50',
      decks: 8,
      h17: true,
      surrender: false,
      'missed-decision': 'stands',
      'tie-pays': '8 to 1',
    });
    expect(wishOf(settings, values)).toEqual({ h17: true, surrender: false });
    expect(wishOf(settings, valuesOf(settings, 'standard'))).toEqual({});
  });
  it('marks what is not sent yet, and what is played otherwise now', () => {
    const values = { ...valuesOf(settings, 'ordered'), decks: 6 };
    expect(names(differing(settings, values, 'ordered'))).toEqual(['decks']);
    expect(names(differing(settings, values, 'value'))).toEqual(['decks', 'h17']);
    expect(names(differing(settings, values, 'standard'))).toEqual(['decks', 'h17', 'surrender']);
  });
  it('reads an amount as it is typed in the language, and sends it as the house writes it', () => {
    const sent = (text: string) =>
      wishOf(settings, { ...valuesOf(settings, 'standard'), 'chip-unit': text })['chip-unit'];
    expect([sent('0.5'), sent('0.50'), sent('2.00'), sent('0.07'), sent('much')]).toEqual([
      undefined,
      undefined,
      '2',
      '0.07',
      'much',
    ]);
    speech.language = 'de';
    expect(valuesOf(settings, 'ordered')['chip-unit']).toBe('0,50');
    expect([sent('0,5'), sent('0.50'), sent('1.000')]).toEqual([undefined, undefined, '1000']);
    speech.language = 'en';
  });
  it('has like beside like', () => {
    expect(grouped(settings).map((each) => [each.group, names(each.settings)])).toEqual([
      ['play', ['h17', 'surrender', 'missed-decision']],
      ['count', ['chip-unit', 'decks']],
      ['pay', ['tie-pays']],
    ]);
    expect(grouped([setting('tie-pays', 'pay', '8 to 1')]).map((each) => each.group)).toEqual([
      'pay',
    ]);
  });
  it('has a pay in two fields', () => {
    expect(payOf('19 to 20')).toEqual(['19', '20']);
    expect(payText(...payOf('19 to 20'))).toBe('19 to 20');
  });
});

describe('what it costs', () => {
  const figures = (house_edge: number) => ({ house_edge, stddev: 1 });
  it('is told by kind of bet, and only where something changes', () => {
    const bets = [
      { bet: 'straight:1', before: figures(1 / 37), after: figures(2 / 37) },
      { bet: 'straight:2', before: figures(1 / 37), after: figures(2 / 37) },
      { bet: 'red', before: figures(1 / 37), after: figures(1 / 37 + 1e-9) },
      { bet: 'behind', before: null, after: figures(0) },
      { bet: 'tie', before: figures(0.1), after: null },
    ];
    expect(costOf(bets)).toEqual({
      rows: [
        { bet: 'straight', now: 1 / 37, then: 2 / 37 },
        { bet: 'behind', now: null, then: 0 },
        { bet: 'tie', now: 0.1, then: null },
      ],
      same: ['red'],
    });
  });
  it('is a percentage, and a change has its sign', () => {
    expect([
      percent(1 / 37),
      percent(-0.001),
      percent(0.002, true),
      percent(-0.002, true),
      percent(-1e-9),
    ]).toEqual(['2.703', '−0.100', '+0.200', '−0.200', '0.000']);
  });
});

describe('what a counter wins', () => {
  const at = (eighths: number | null, observer: number) => ({
    eighths,
    cut: 52,
    observer,
    count: null,
  });
  it('is told cut by cut, where there is anything to win now or then', () => {
    const bets = [
      {
        bet: 'initial',
        before: [at(null, 1.5), at(1, 1.5), at(2, 1), at(3, 0.5), at(4, -0.1)],
        after: [at(null, 0), at(2, 0)],
      },
      { bet: 'tie', before: [at(null, 0.0004), at(1, 0)], after: [at(null, 0)] },
      { bet: 'behind', before: null, after: [at(null, 0.3)] },
    ];
    expect(winOf(bets)).toEqual({
      rows: [
        { bet: 'initial', now: [1.5, 1.5, 1, 0.5, -0.1], then: [0, null, 0, null, null] },
        { bet: 'behind', now: [null, null, null, null, null], then: [0.3, null, null, null, null] },
      ],
      nothing: ['tie'],
    });
  });
  it('has its sign', () => {
    expect([units(1.6904), units(-0.1), units(0.0004), units(-0.0004)]).toEqual([
      '+1.690',
      '−0.100',
      '0.000',
      '0.000',
    ]);
  });
});
