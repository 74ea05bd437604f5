// The offices' own arithmetic: periods, plots, sheets, slips, names.
import { describe, expect, it } from 'vitest';
import { amountOf } from '../src/house/amount';
import { cardName } from '../src/house/cards';
import { exact, exactNet } from '../src/house/money';
import { utc, utcTime, when } from '../src/house/times';
import { cashSheet, csv, sheet } from '../src/pages/office/csv';
import { factsOf, searched } from '../src/pages/office/entries';
import { inputWords, stepsOfRound } from '../src/pages/office/inputs';
import { outcome } from '../src/pages/office/outcome';
import { isPrefix, justBefore } from '../src/pages/office/names';
import { daysOf, isPeriod, preset, presetOf, query } from '../src/pages/office/period';
import {
  chanceText,
  coverage,
  labelled,
  percent,
  roundStep,
  scale,
  shareScale,
  shareText,
  standingBars,
  trimmed,
} from '../src/pages/office/plot';
import { unsettled, written } from '../src/pages/office/slip';
import type { Adjusted, WholeRound } from '../src/wire/http';

const NOON = Date.UTC(2026, 2, 1, 12);

describe('a period', () => {
  it('is whole UTC days, and the house is told the day after the last', () => {
    expect(query({ from: '2026-02-28', to: '2026-02-28' })).toBe(
      'since=2026-02-28&until=2026-03-01',
    );
    expect(query({ from: '2026-12-01', to: '2026-12-31' })).toBe(
      'since=2026-12-01&until=2027-01-01',
    );
  });

  it('has presets around today', () => {
    expect(preset('today', NOON)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(preset('yesterday', NOON)).toEqual({ from: '2026-02-28', to: '2026-02-28' });
    expect(preset('week', NOON)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
    expect(preset('month', Date.UTC(2026, 2, 31, 23, 59))).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
    });
  });

  it('knows whether it is one of them', () => {
    expect(presetOf({ from: '2026-02-28', to: '2026-02-28' }, NOON)).toBe('yesterday');
    expect(presetOf({ from: '2026-02-27', to: '2026-02-28' }, NOON)).toBeNull();
  });

  it('begins before it ends, with days that there are', () => {
    expect(isPeriod({ from: '2026-03-01', to: '2026-03-01' })).toBe(true);
    expect(isPeriod({ from: '2026-03-02', to: '2026-03-01' })).toBe(false);
    expect(isPeriod({ from: '2026-02-30', to: '2026-03-01' })).toBe(false);
    expect(isPeriod({ from: '', to: '2026-03-01' })).toBe(false);
  });

  it('has no day left out', () => {
    expect(daysOf({ from: '2028-02-27', to: '2028-03-01' })).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
  });
});

it('a moment is told on one clock, of 24 hours, with its zone', () => {
  const afternoon = Date.UTC(2026, 10, 15, 18, 26, 3);
  expect(when(afternoon)).toBe('2026-11-15 18:26:03 UTC');
  expect(utc(afternoon)).toBe('2026-11-15 18:26:03');
  expect(utcTime(afternoon)).toBe('18:26:03');
});

describe('a scale of shares', () => {
  it.each([
    [1, ['0 %', '50 %', '100 %']],
    [0.05, ['0 %', '2 %', '4 %', '6 %']],
    [0.3, ['0 %', '10 %', '20 %', '30 %']],
    [0.0021, ['0 %', '0.1 %', '0.2 %', '0.3 %']],
  ])('up to %d has round steps', (largest, steps) => {
    const { ticks, most, at } = shareScale(largest);
    expect(ticks.map((tick) => shareText(tick).replace('\u00a0', ' '))).toEqual(steps);
    expect(at(most)).toBe(1);
    expect(at(largest)).toBeLessThanOrEqual(1);
  });

  it('is trimmed to what is drawn', () => {
    const values = [-620, 800];
    const axis = trimmed(scale(values), values);
    expect([axis.at(-620), axis.at(800)]).toEqual([0, 1]);
    expect(axis.ticks).toEqual([-500, 0, 500]);
  });

  it('writes a chance with two digits', () => expect(chanceText(0.014201)).toBe('1.42\u00a0%'));
});

describe('a scale', () => {
  it('holds zero and every value, in round steps', () => {
    const axis = scale([-1_250, 3_000]);
    expect(axis.ticks).toContain(0);
    expect(axis.least).toBeLessThanOrEqual(-1_250);
    expect(axis.most).toBeGreaterThanOrEqual(3_000);
    expect(axis.at(axis.least)).toBe(0);
    expect(axis.at(axis.most)).toBe(1);
  });

  it('stands also where there is nothing, or only losses', () => {
    expect(scale([]).at(0)).toBe(0);
    expect(scale([0, 0]).most).toBeGreaterThan(0);
    expect(scale([-500]).at(0)).toBeCloseTo(1);
  });

  it.each([
    [1, 1],
    [1.2, 2],
    [26, 50],
    [51, 100],
    [2_000, 2_000],
    [0.2, 1],
  ])('steps of about %d are %d', (about, step) => expect(roundStep(about)).toBe(step));

  it('draws a win above the line and a loss below it', () => {
    const values = [200, -100];
    const axis = scale(values);
    const [won, lost] = standingBars(values, axis, 100, 90);
    const zero = 90 * (1 - axis.at(0));
    expect(won!.y + won!.height).toBeCloseTo(zero);
    expect(lost!.y).toBeCloseTo(zero);
    expect(won!.height).toBeCloseTo(2 * lost!.height);
    expect(won!.x + won!.width).toBeLessThan(lost!.x);
  });

  it('writes no more labels than there is room for', () => {
    expect(labelled(3, 10)).toEqual([0, 1, 2]);
    expect(labelled(31, 8)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
    expect(labelled(2, 0)).toEqual([0]);
  });
});

it('hold is told with two digits, and a loss with its sign', () => {
  expect(percent(527)).toBe('5.27\u00a0%');
  expect(percent(-5)).toBe('−0.05\u00a0%');
  expect(percent(10_000)).toBe('100.00\u00a0%');
});

it('handle that is almost all covered is not called all', () => {
  expect(coverage(999, 1_000)).toBe(99);
  expect(coverage(1_000, 1_000)).toBe(100);
  expect(coverage(0, 0)).toBe(0);
});

describe('a sheet', () => {
  it('quotes what must be quoted and lets no name be a formula', () => {
    expect(csv([['a,b', 'say "x"', '=1+1', -5, null]])).toBe('"a,b","say ""x""",\'=1+1,-5,\r\n');
  });

  it('has amounts with two digits', () => {
    const figures = {
      rounds: 3,
      voids: 1,
      handle: 12_34,
      win: -5,
      covered: 0,
      expected: null,
      adjusted: 2_00,
    };
    const [head, row] = sheet('table', {
      'live-roulette': { figures, hold_bp: -41, win_after: -2_05 },
    }).split('\r\n');
    expect(head).toBe('table,rounds,voids,handle,win,adjusted,win_after,hold_bp,covered,expected');
    expect(row).toBe('live-roulette,3,1,12.34,-0.05,2.00,-2.05,-41,0.00,');
  });

  it('of the cash has what is left of each day', () => {
    const [, row] = cashSheet({
      '2026-11-15': { deposits: 2, paid_in: 300_00, withdrawals: 1, paid_out: 450_50 },
    }).split('\r\n');
    expect(row).toBe('2026-11-15,2,300.00,1,450.50,-150.50');
  });
});

describe('a slip of the cage', () => {
  let made = 0;
  const make = () => `id-${++made}`;

  it('keeps its id when it is sent again as it was', () => {
    const first = written(null, 'ann', 'deposits', 500, make);
    expect(written(first, 'ann', 'deposits', 500, make).id).toBe(first.id);
  });

  it('is another one with another amount, way or player', () => {
    const first = written(null, 'ann', 'deposits', 500, make);
    expect(written(first, 'ann', 'deposits', 600, make).id).not.toBe(first.id);
    expect(written(first, 'ann', 'withdrawals', 500, make).id).not.toBe(first.id);
    expect(written(first, 'bert', 'deposits', 500, make).id).not.toBe(first.id);
  });

  it('is open only where the answer was lost', () => {
    expect(unsettled('gone')).toBe(true);
    expect(unsettled('broken')).toBe(true);
    expect(unsettled(undefined)).toBe(true);
    expect(unsettled('deposit-limit')).toBe(false);
  });
});

describe('names that begin with', () => {
  const names = [
    '0',
    '9zz',
    'a',
    'a-1',
    'a0',
    'a_',
    'am',
    'amzzz',
    'an',
    'an-1',
    'ann',
    'anz',
    'ao',
    'b',
  ];

  it.each(['a', 'an', 'a-', 'a0', 'a_', 'aa', '0', 'b', 'amz'])(
    '%s are the first after the name asked after',
    (prefix) => {
      const after = justBefore(prefix) ?? '';
      if (after) expect(isPrefix(after)).toBe(true);
      const listed = names.filter((name) => name > after);
      const wanted = names.filter((name) => name.startsWith(prefix));
      expect(listed.slice(0, wanted.length)).toEqual(wanted);
    },
  );

  it('knows what is no name', () => {
    expect(['Ann', '-a', '', 'a b', 'é'].some(isPrefix)).toBe(false);
  });
});

it('an entry is told by its facts, and whom they are about', () => {
  const facts = (body: unknown) => factsOf(body).map(({ fact, about }) => `${fact}: ${about}`);
  expect(facts({ fact: 'account-opened', name: 'ann', role: 'player', by: 'ann' })).toEqual([
    'account-opened: ann',
  ]);
  expect(facts({ fact: 'cash-moved', player: 'bob', amount: -300_00, by: 'cashier' })).toEqual([
    'cash-moved: bob −300.00',
  ]);
  expect(
    facts({
      fact: 'proposed',
      number: 1,
      what: { proposal: 'adjustment', player: 'cat', amount: 5 },
      by: 'pit',
    }),
  ).toEqual(['proposed: cat']);
  expect(
    facts({
      actor: 'x',
      facts: [
        { fact: 'bets-placed', player: 'ann' },
        { fact: 'bets-closed', round: 3 },
      ],
    }),
  ).toEqual(['bets-placed: ann', 'bets-closed: ']);
  expect(factsOf(null)).toEqual([]);
});

it('a journal is read from the newest back, and searched by fact, person and day', () => {
  const path = (search: Partial<{ kind: string; person: string; day: string }>, before?: number) =>
    searched({ kind: '', person: '', day: '', ...search }, before, 50);
  expect(path({})).toBe('before=9007199254740991&limit=50');
  expect(path({}, 12)).toBe('before=12&limit=50');
  expect(path({ kind: 'muted', person: 'ann', day: '2026-12-31' })).toContain(
    '&kind=muted&person=ann&since=2026-12-31&until=2027-01-01',
  );
});

describe('what went into a round', () => {
  const say = (key: string, values = {}) =>
    `${key}${Object.keys(values).length ? JSON.stringify(values) : ''}`;
  const words = (input: string, more = {}) => inputWords({ input, ...more }, null, say);

  it('says where a card went, who decided, and who ruled', () => {
    expect(cardName('TH')).toBe('10♥');
    expect(
      inputWords({ input: 'card', card: 'AS' }, { card: 'AS', to: 'box', box: 3, hand: 2 }, say),
    ).toBe('table.boxN{"n":3}, table.handN{"n":2}: A♠');
    expect(
      inputWords(
        { input: 'card', card: 'AS' },
        { card: 'AS', to: 'dealer', box: null, hand: null },
        say,
      ),
    ).toBe('me.to-dealer: A♠');
    expect(words('ball', { pocket: 17 })).toContain('17');
    expect(words('act', { player: 'ann', action: 'hit', box: 3, bet: null })).toBe(
      'ann: table.action-hit, table.boxN{"n":3}',
    );
    expect(words('misdeal', { by: 'pit', reconstructed: true, deal: null })).toBe(
      'office.by-pit: office.in-misdeal, office.in-mended',
    );
    expect(words('void', { by: 'pit', reason: 'foreign-card' })).toBe(
      'office.by-pit: office.in-void: pit.reason-foreign-card',
    );
    expect(words('place', { by: 'pit', box: null, hand: null, dealer: true })).toBe(
      'office.by-pit: office.in-place, me.to-dealer',
    );
  });

  it('leaves nothing of it out', () => {
    expect(words('act', { player: 'ann', action: 'insure', box: 1, amount: 500 })).toContain(
      'amount 500',
    );
    expect(words('something-new', { by: 'pit', count: 2 })).toBe('something-new, by pit, count 2');
  });

  it('can be played again', () => {
    const at = (card: string) => ({ card, to: 'box', box: 1, hand: 1 });
    const inputs = [
      { input: 'card', card: '8S' },
      { input: 'act', player: 'ann', action: 'stand', box: 1 },
      { input: 'ball', pocket: 17 },
    ];
    const steps = stepsOfRound(
      { inputs, dealt: [at('8S'), null, null] } as unknown as WholeRound,
      say,
    );
    expect(steps.map((step) => step.kind)).toEqual(['card', 'ruling', 'outcome']);
  });
});

it('a round’s win is the players’, less what was adjusted; guests’ chips stand apart', () => {
  const line = (player: string, stake: number, returned: number) =>
    ({ player, stake, returned }) as never;
  const adjustments = [{ player: 'ann', amount: 7_50 } as Adjusted];
  const round = {
    lines: [line('ann', 10_00, 0), line('guest-1', 5_00, 20_00)],
    adjustments,
    guests: ['guest-1'],
  };
  expect(outcome(round, false)).toEqual({ win: 10_00, adjusted: 7_50 });
  expect(outcome(round, true)).toEqual({ win: -15_00, adjusted: 0 });
});

describe('an amount at the cage', () => {
  it('has its cents, always', () => {
    expect(exact(300_00)).toBe('300.00');
    expect(exact(1_234_05)).toBe('1,234.05');
    expect(exactNet(5_00)).toBe('+5.00');
  });

  it.each([
    ['1,000', 'en', 1000_00],
    ['1 000', 'en', 1000_00],
    ['1,234,567.5', 'en', 1_234_567_50],
    ['1.50', 'en', 1_50],
    ['1.5', 'zh', 1_50],
    ['1.000', 'de', 1000_00],
    ['1.000,50', 'de', 1000_50],
    ['1 000', 'es', 1000_00],
    ['1,5', 'de', 1_50],
    ['1.50', 'de', 1_50],
    [' 20 ', 'en', 20_00],
  ])('%s in %s is %d', (text, language, cents) => expect(amountOf(text, language)).toBe(cents));

  it.each([
    ['1,5', 'en'],
    ['1,50', 'en'],
    ['1.000', 'en'],
    ['1,000', 'de'],
    ['1.5', 'de'],
    ['1,00,000', 'en'],
    ['1 0000', 'en'],
    ['1,000 000', 'en'],
    ['.50', 'en'],
    ['-5', 'en'],
    ['1e3', 'en'],
    ['', 'en'],
    ['9999999999999999', 'en'],
  ])('%s in %s is none', (text, language) => expect(amountOf(text, language)).toBeNull());
});
