import { describe, expect, it } from 'vitest';
import { stack, tray, usualChip } from '../src/house/denominations';
import { cents, minutes, money, net } from '../src/house/money';
import { headline } from '../src/house/headline';
import { apply, emptyState, lastNet, timeLeft } from '../src/house/state';
import type { HouseSays, Line, TableView, YouView } from '../src/wire/socket';

const view = (more: Partial<TableView> = {}): TableView =>
  ({
    table: 't',
    round: 1,
    phase: 'betting',
    clock: null,
    turns: [],
    play: null,
    last: [],
    ...more,
  }) as TableView;
const tableMessage = (
  n: number,
  more: Partial<TableView> = {},
  said: string[] = [],
): HouseSays => ({
  type: 'table',
  feed: 'f',
  n,
  at_ms: 0,
  said,
  words: said.map((key) => ({ key, args: {} })),
  events: [],
  view: view(more),
});

describe('the state', () => {
  it('holds the latest of every table and does not touch what was', () => {
    const before = emptyState();
    const after = apply(before, tableMessage(1, { round: 7 }, ['No more bets']), 100);
    expect(before.tables).toEqual({});
    expect(after.tables.t?.round).toBe(7);
    expect(after.announcements).toEqual([
      {
        table: 't',
        text: 'No more bets',
        words: { key: 'No more bets', args: {} },
        at: 100,
        round: 7,
      },
    ]);
  });

  it('tells what is left on a clock from when the view came', () => {
    const state = apply(
      emptyState(),
      tableMessage(1, { clock: { what: 'betting', left_ms: 4000, of_ms: 15000 } }),
      1000,
    );
    expect(timeLeft(state, 't', 1000)).toBe(4000);
    expect(timeLeft(state, 't', 3500)).toBe(1500);
    expect(timeLeft(state, 't', 9000)).toBe(0);
    expect(timeLeft(state, 'another', 0)).toBeNull();
  });

  it('keeps a line of the chat once, and not for ever', () => {
    let state = emptyState();
    for (let n = 0; n < 150; n++) {
      const line: HouseSays = {
        type: 'chat',
        table: 't',
        line: String(n),
        player: 'ann',
        text: 'hi',
        at_ms: n,
      };
      state = apply(apply(state, line, 0), line, 0);
    }
    expect(state.chat.t).toHaveLength(100);
    expect(state.chat.t?.at(-1)?.line).toBe('149');
  });
});

describe('money', () => {
  it.each([
    [0, '0'],
    [5, '0.05'],
    [100, '1'],
    [123_456_789, '1,234,567.89'],
    [-250, '−2.50'],
  ])('%i cents are %s', (amount, text) => expect(money(amount)).toBe(text));
  it('has a sign where it is a result', () =>
    expect([net(100), net(-100), net(0)]).toEqual(['+1', '−1', '0']));
  it.each([
    ['1', 100],
    ['1.5', 150],
    ['1,05', 105],
    ['', null],
    ['-1', null],
    ['1.234', null],
    ['1e3', null],
  ])('"%s" is %s', (text, amount) => expect(cents(text)).toBe(amount));
  it('tells time in hours and minutes', () => expect(minutes(3_725_000)).toBe('1:02'));
});

describe('chips', () => {
  it('make up an amount, the largest first', () => {
    expect(stack(637_00)).toEqual([500_00, 100_00, 25_00, 500, 500, 100, 100]);
    expect(stack(1_50).reduce((sum, chip) => sum + chip, 0)).toBe(1_50);
  });
  it('in the tray fit the limits', () => {
    const limits = (min: number, max: number, smallest = min) =>
      tray({ min, max, side_min: null, side_max: null }, 100, smallest);
    expect(limits(1_00, 10_000_00)).toEqual([100, 500, 25_00, 100_00, 500_00, 1_000_00]);
    expect(limits(25_00, 500_00)).toEqual([25_00, 100_00, 500_00]);
    expect(limits(10_00, 100_00)).toEqual([500, 25_00, 100_00]); // Two of five make ten.
    expect(limits(25_00, 500_00, 5_00)).toEqual([500, 25_00, 100_00, 500_00]);
  });
  it('of a shared box start at the chip unit, with one that makes up the minimum', () => {
    const shared = (min: number, max: number) =>
      tray({ min, max, side_min: null, side_max: null }, 100, 100);
    expect(shared(25_00, 500_00)).toEqual([100, 500, 25_00, 100_00, 500_00]);
    expect(usualChip(shared(25_00, 500_00), 25_00)).toBe(25_00);
    expect(usualChip(shared(5_000_00, 50_000_00), 5_000_00)).toBe(5_000_00);
  });
  it('are in hand only where they make a bet', () => {
    expect(usualChip([100, 500, 25_00], 1_00)).toBe(500);
    expect(usualChip([500, 25_00, 100_00], 10_00)).toBe(25_00);
    expect(usualChip([100], 1_00)).toBe(100);
  });
});

const you = (more: Partial<YouView>): YouView =>
  ({ table: 't', round: 1, confirmed: [], lines: [], ...more }) as YouView;
const own = (more: Partial<YouView>): HouseSays => ({
  type: 'you',
  feed: 'y',
  n: 1,
  view: you(more),
});
const line = (stake: number, returned: number) =>
  ({ player: 'ann', bet: 'red', stake, returned }) as Line;
const after = (...messages: HouseSays[]) =>
  messages.reduce((state, message, at) => apply(state, message, at), emptyState());

describe('what was said', () => {
  const above = (state: ReturnType<typeof emptyState>) =>
    headline(state.tables.t!, state.announcements.at(-1) ?? null);

  it('is no word about another round', () => {
    const called = after(tableMessage(1, { phase: 'playing' }, ['No more bets']));
    expect(above(called)).toBe('No more bets');
    expect(above(apply(called, tableMessage(2, { round: 2, phase: 'betting' }), 2))).toBe(
      'Place your bets',
    );
  });

  it('does not stand over a decision that this player has to make', () => {
    const { tables } = after(tableMessage(1, { phase: 'playing' }));
    const called = { text: 'No more bets', round: 1 };
    const decision = { kind: 'decision' };
    expect(headline(tables.t!, called, [decision])).toBe('It is your turn');
    expect(headline({ ...tables.t!, standstill: 'called' }, called, [decision])).toBe(
      'The table waits for the pit',
    );
  });

  it('gives way to an offer or a choice, which are nobody’s turn', () => {
    const { tables } = after(tableMessage(1, { phase: 'playing' }));
    const called = { text: 'No more bets', round: 1 };
    for (const kind of ['offer', 'choice'])
      expect(headline(tables.t!, called, [{ kind }])).toBe('Your choice');
    expect(headline(tables.t!, called, [{ kind: 'choice' }, { kind: 'decision' }])).toBe(
      'It is your turn',
    );
  });

  it('is forgotten by whoever was away too long to be told what was missed', () => {
    const before = after(tableMessage(1, {}, ['Place your bets']), tableMessage(2));
    expect(before.announcements).toHaveLength(1);
    expect(apply(before, tableMessage(2), 3).announcements).toHaveLength(1);
    const late = apply(before, tableMessage(9, { phase: 'playing' }), 3);
    expect(late.announcements).toEqual([]);
    expect(above(late)).toBe('No more bets');
    expect(
      apply(before, { ...tableMessage(3), feed: 'other' } as HouseSays, 3).announcements,
    ).toEqual([]);
  });
});

describe('what came of a round', () => {
  it('is told once it is over, and until the next is dealt', () => {
    const playing = after(tableMessage(1, { phase: 'playing' }), own({ lines: [line(500, 0)] }));
    expect(lastNet(playing, 't')).toBeNull();
    expect(playing.settled.t?.lines).toHaveLength(1);
    const over = [
      tableMessage(2, { phase: 'idle', over: true }),
      own({ lines: [line(500, 0), line(1000, 3500)] }),
    ].reduce((state, message) => apply(state, message, 5), playing);
    expect(lastNet(over, 't')).toEqual({ net: 2000, before: false });
    const betting = [tableMessage(3, { round: 2, phase: 'betting' }), own({ round: 2 })].reduce(
      (state, message) => apply(state, message, 5),
      over,
    );
    expect(lastNet(betting, 't')).toEqual({ net: 2000, before: true });
    expect(betting.settled.t?.lines).toHaveLength(2);
    const dealt = apply(betting, tableMessage(4, { round: 2, phase: 'playing' }), 6);
    expect(lastNet(dealt, 't')).toBeNull();
    expect(dealt.settled.t).toBeUndefined();
  });

  it('is open again when the scan that settled it is taken back', () => {
    const bust = after(tableMessage(1, { phase: 'playing' }), own({ lines: [line(500, 0)] }));
    expect(apply(bust, own({ lines: [] }), 5).settled.t).toBeUndefined();
  });
});
