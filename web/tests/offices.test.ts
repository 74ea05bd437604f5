// The offices' own arithmetic: periods, plots, sheets, slips, names.
import { describe, expect, it } from 'vitest';
import { csv, sheet } from '../src/pages/office/csv';
import { factsOf } from '../src/pages/office/entries';
import { cardName } from '../src/house/cards';
import { inputWords } from '../src/pages/office/inputs';
import { isPrefix, justBefore } from '../src/pages/office/names';
import { daysOf, isPeriod, preset, presetOf, query, utc } from '../src/pages/office/period';
import { coverage, labelled, percent, roundStep, scale, standingBars } from '../src/pages/office/plot';
import { may } from '../src/pages/office/roles';
import { unsettled, written } from '../src/pages/office/slip';

const NOON = Date.UTC(2026, 2, 1, 12);

describe('a period', () => {
  it('is whole UTC days, and the house is told the day after the last', () => {
    expect(query({ from: '2026-02-28', to: '2026-02-28' })).toBe('since=2026-02-28&until=2026-03-01');
    expect(query({ from: '2026-12-01', to: '2026-12-31' })).toBe('since=2026-12-01&until=2027-01-01');
  });

  it('has presets around today', () => {
    expect(preset('today', NOON)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(preset('yesterday', NOON)).toEqual({ from: '2026-02-28', to: '2026-02-28' });
    expect(preset('week', NOON)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
    expect(preset('month', Date.UTC(2026, 2, 31, 23, 59))).toEqual({ from: '2026-03-01', to: '2026-03-31' });
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
    expect(daysOf({ from: '2028-02-27', to: '2028-03-01' })).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']);
  });

  it('is written in UTC', () => {
    expect(utc(Date.UTC(2026, 10, 15, 8, 26, 3))).toBe('2026-11-15 08:26:03');
  });
});

describe('a scale', () => {
  it('holds zero and every value, in round steps', () => {
    const one = scale([-1_250, 3_000]);
    expect(one.ticks).toContain(0);
    expect(one.least).toBeLessThanOrEqual(-1_250);
    expect(one.most).toBeGreaterThanOrEqual(3_000);
    expect(one.at(one.least)).toBe(0);
    expect(one.at(one.most)).toBe(1);
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
    const one = scale(values);
    const [won, lost] = standingBars(values, one, 100, 90);
    const zero = 90 * (1 - one.at(0));
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
  expect(percent(527)).toBe('5.27 %');
  expect(percent(-5)).toBe('−0.05 %');
  expect(percent(10_000)).toBe('100.00 %');
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
    const figures = { rounds: 3, voids: 1, handle: 12_34, win: -5, covered: 0, expected: null };
    const [, row] = sheet('table', { 'live-roulette': { figures, hold_bp: -41 } }).split('\r\n');
    expect(row).toBe('live-roulette,3,1,12.34,-0.05,-41,0.00,');
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
  const names = ['0', '9zz', 'a', 'a-1', 'a0', 'a_', 'am', 'amzzz', 'an', 'an-1', 'ann', 'anz', 'ao', 'b'];

  it.each(['a', 'an', 'a-', 'a0', 'a_', 'aa', '0', 'b', 'amz'])('%s are the first after the name asked after', (prefix) => {
    const after = justBefore(prefix) ?? '';
    if (after) expect(isPrefix(after)).toBe(true);
    const listed = names.filter((one) => one > after);
    const wanted = names.filter((one) => one.startsWith(prefix));
    expect(listed.slice(0, wanted.length)).toEqual(wanted);
  });

  it('knows what is no name', () => {
    expect(['Ann', '-a', '', 'a b', 'é'].some(isPrefix)).toBe(false);
  });
});

it('an entry is told by its facts', () => {
  expect(factsOf({ fact: 'account-opened' })).toEqual(['account-opened']);
  expect(factsOf({ actor: 'x', facts: [{ fact: 'bet-placed' }, { fact: 'betting-closed' }] })).toEqual(['bet-placed', 'betting-closed']);
  expect(factsOf(null)).toEqual([]);
});

it('what went into a round is told, and nothing of it left out', () => {
  const say = (key: string, values = {}) => `${key}${JSON.stringify(values)}`;
  expect(cardName('TH')).toBe('10♥');
  expect(inputWords({ input: 'card', card: 'AS' }, say)).toBe('A♠');
  expect(inputWords({ input: 'ball', pocket: 17 }, say)).toContain('17');
  expect(inputWords({ input: 'act', player: 'ann', action: 'hit', box: 3, bet: null }, say)).toBe('ann: table.action-hit{}, table.boxN{"n":3}');
  expect(inputWords({ input: 'void', by: 'pit', reason: 'foreign-card' }, say)).toBe('void, by pit, reason foreign-card');
});

it('an inspector reads everything and does nothing', () => {
  expect((['cage', 'report', 'rounds', 'export', 'disputes', 'journals', 'accounts'] as const).every((deed) => may('inspector', deed))).toBe(true);
  expect((['cash', 'chat', 'answer', 'staff'] as const).some((deed) => may('inspector', deed))).toBe(false);
  expect(may(undefined, 'report')).toBe(false);
});
