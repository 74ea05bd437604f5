import { describe, expect, it } from 'vitest';
import { anteOf, type Ante } from '../src/games/baccarat/antes';
import { paysOf } from '../src/house/pays';
import { closedTogether, places, toneOf, totalOf } from '../src/games/baccarat/spots';
import type { Line, YouView } from '../src/wire/socket';

describe('an ante', () => {
  const line = (bet: string, stake: number): Line =>
    ({ bet, stake, returned: 0, result: 'lose' }) as Line;
  const you = (more: Partial<YouView> = {}): YouView =>
    ({
      asked: [],
      lines: [],
      confirmed: [{ bet: 'ante-player', amount: 500, box: null }],
      ...more,
    }) as YouView;
  const asking = you({
    asked: [
      {
        kind: 'decision',
        options: [
          { action: 'raise', least: 1000, most: 1000 },
          { action: 'fold', least: null, most: null },
        ],
        bet: 'ante-player',
        box: null,
        hand: null,
        cards: [],
        silence: 'fold',
      },
    ] as YouView['asked'],
  });
  const of = (view: YouView | undefined, playing = true, dealt = 1, before: Ante | null = null) =>
    anteOf('ante-player', view, playing, dealt, before);

  it('is none where none was placed', () => {
    expect(of(undefined)).toEqual({ state: 'none', raise: null });
    expect(of(you({ confirmed: [{ bet: 'ante-banker', amount: 500, box: null }] })).state).toBe(
      'none',
    );
  });
  it('lies there until the first card', () => {
    expect(of(you(), false, 0).state).toBe('lying');
    expect(of(you(), true, 0).state).toBe('lying');
  });
  it('is asked for, with the raise it takes', () =>
    expect(of(asking)).toEqual({ state: 'asked', raise: 1000 }));
  it('of the other side is another question', () =>
    expect(anteOf('ante-banker', asking, true, 1, null).state).toBe('none'));
  it('that was asked for and has no line was raised by what was asked', () => {
    expect(of(you(), true, 1, of(asking))).toEqual({ state: 'raised', raise: 1000 });
    expect(of(you())).toEqual({ state: 'raised', raise: null });
  });
  it('with a line and no wager was folded', () => {
    expect(of(you({ lines: [line('ante-player', 500)] }), true, 1, of(asking))).toEqual({
      state: 'folded',
      raise: null,
    });
  });
  it('with a wager beside its line was raised by that', () => {
    const lines = [line('ante-player', 500), line('wager-player', 1000)];
    expect(of(you({ lines }), true, 3)).toEqual({ state: 'raised', raise: 1000 });
  });
});

describe('the layout', () => {
  it('puts each spot that the house names in its place', () => {
    const spots = places([
      'player',
      'banker',
      'tie',
      'banker-pair',
      'winning-total-1-4',
      'ante-player',
    ]);
    expect(spots).toEqual({
      main: ['player', 'banker', 'tie'],
      pairs: ['banker-pair'],
      totals: ['winning-total-1-4'],
      antes: ['ante-player'],
    });
  });
  it('has no place for what the house does not name', () => {
    expect(places(['player'])).toMatchObject({ pairs: [], totals: [], antes: [] });
  });
  it('names totals shortly, and colours a bet by its side', () => {
    expect([totalOf('winning-total-5-6'), totalOf('winning-total-9')]).toEqual(['5–6', '9']);
    expect(['ante-banker', 'player-pair', 'winning-total-9'].map(toneOf)).toEqual([
      toneOf('banker'),
      toneOf('player'),
      '',
    ]);
    expect(new Set(['banker', 'player', 'tie', ''].map(toneOf)).size).toBe(4);
  });
  it('says every way a bet pays, once', () => {
    const rules = [
      { bet: 'banker', odds: { win: 1, stake: 1 } },
      { bet: 'banker', odds: { win: 1, stake: 2 } },
      { bet: 'tie', odds: { win: 8, stake: 1 } },
      { bet: 'tie', odds: { win: 8, stake: 1 } },
    ];
    expect([paysOf(rules, 'banker'), paysOf(rules, 'tie'), paysOf(rules, 'player')]).toEqual([
      ['1:1', '1:2'],
      ['8:1'],
      [],
    ]);
  });
  it('says one reason for all that are closed for it', () => {
    const closed = (code: string) => ({
      bet: 'a',
      box: null,
      code,
      reason: '',
      clause: '',
      words: null,
    });
    expect(closedTogether([closed('no-initial-bet'), closed('no-initial-bet')])?.code).toBe(
      'no-initial-bet',
    );
    expect(closedTogether([closed('no-initial-bet'), closed('limit')])).toBeNull();
    expect(closedTogether([closed('no-initial-bet'), null])).toBeNull();
    expect(closedTogether([null, null])).toBeNull();
    expect(closedTogether([])).toBeNull();
  });
});
