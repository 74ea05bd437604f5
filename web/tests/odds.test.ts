// The house edge and the best play, as pages show them.
import { describe, expect, it, vi } from 'vitest';
import { allNotes, edgeLines, edgesOf, edgeText, isPlayed, spans } from '../src/house/edges';
import { anteRows, worthText } from '../src/games/baccarat/ante-chart';
import { gridsOf, handText, lettersIn } from '../src/games/blackjack/chart';
import { speech } from '../src/i18n/words.svelte';
import type { BetOdds, Strategy } from '../src/wire/http';

vi.stubGlobal('document', { documentElement: {} });
vi.stubGlobal('localStorage', { setItem: () => {} });

const bet = (name: string, house_edge: number, more: Partial<BetOdds> = {}): BetOdds =>
  ({ bet: name, house_edge, ...more }) as BetOdds;
const wheel = edgesOf({
  game: 'live-roulette',
  settings: {},
  bets: [bet('straight:0', 1 / 37), bet('straight:1', 1 / 37), bet('red', 1 / 37)],
});
const cards = edgesOf({
  game: 'rws-blackjack',
  settings: { decks: 8 },
  bets: [
    bet('initial', 0.00191, { ev_composition: -0.0019 }),
    bet('over-13', 0.0654),
    bet('insurance', 0.0747),
  ],
});

describe('the house edge', () => {
  it.each([
    [1 / 37, '2.70 %'],
    [0.0019141, '0.19 %'],
    [0, '0.00 %'],
    [-0.0012, '−0.12 %'],
    [-0.00001, '0.00 %'],
  ])('of %d is %s', (edge, text) => expect(edgeText(edge).replace('\u00a0', ' ')).toBe(text));

  it('is written as the language writes figures', async () => {
    await speech.use('de');
    expect(edgeText(0.0051)).toBe('0,51\u00a0%');
    await speech.use('en');
    expect(edgeText(0.0051)).toBe('0.51\u00a0%');
  });

  it('is by kind: a wheel has one for all straights', () => {
    expect([...wheel.keys()]).toEqual(['straight', 'red']);
  });

  it('of a bet behind is told with and without following', () => {
    const behind = edgesOf({
      game: 'live-blackjack',
      settings: { decks: 8 },
      bets: [bet('behind', 0.005, { ev_not_following: -0.023 })],
    });
    expect(edgeLines(behind).map((line) => line.text.replace('\u00a0', ' '))).toEqual([
      '0.50 %',
      '2.30 %',
    ]);
  });

  it('is one line where all bets are alike, and one each where they are not', () => {
    expect(edgeLines(wheel).map((line) => line.bet)).toEqual(['']);
    expect(edgeLines(cards).map((line) => line.bet)).toEqual(['initial', 'over-13', 'insurance']);
    const alone = edgesOf({ game: 'alone', settings: {}, bets: [bet('red', 0.1)] });
    expect(edgeLines(alone).map((line) => line.bet)).toEqual(['red']);
  });

  it('says what it means: of cards from a fresh shoe, of hands by the chart', () => {
    expect(wheel.get('red')?.notes).toEqual(['odds.edgeWheel']);
    expect(cards.get('initial')?.notes).toEqual(['odds.edgeCards', 'odds.edgeChart']);
    expect(allNotes(cards)).toEqual(['odds.edgeCards', 'odds.edgeChart', 'odds.edgeInsurance']);
    const antes = edgesOf({
      game: 'k',
      settings: { decks: 8 },
      bets: [bet('ante-player', 0.1, { per_unit_wagered: -0.03 })],
    });
    expect(antes.get('ante-player')?.notes).toEqual(['odds.edgeCards', 'odds.edgeAnte']);
  });
});

describe('rows of one bet', () => {
  it('share a cell where they follow each other', () => {
    const rows = ['initial', 'initial', 'insurance', 'pair', 'pair', 'pair', 'initial'].map(
      (bet) => ({ bet: bet }),
    );
    expect(spans(rows)).toEqual([2, 0, 1, 3, 0, 0, 1]);
    expect(spans([])).toEqual([]);
  });

  it('tell whether there is anything to decide', () => {
    expect(isPlayed([{ bet: 'initial' }])).toBe(true);
    expect(isPlayed([{ bet: 'player' }, { bet: 'ante-banker' }])).toBe(true);
    expect(isPlayed([{ bet: 'player' }, { bet: 'tie' }, { bet: 'straight' }])).toBe(false);
  });
});

describe('the chart', () => {
  const chart: Strategy = {
    game: 'rws-blackjack',
    settings: {},
    ev: -0.0019,
    dealer: ['2', 'T', 'A'],
    hard: [{ hand: '16', cells: ['S', 'R', '-'] }],
    soft: [{ hand: 'A,7', cells: ['DS', 'H', 'H'] }],
    pairs: [],
  };

  it('has the tables that have rows, and the letters that come up', () => {
    expect(gridsOf(chart).map((grid) => grid.name)).toEqual(['hard', 'soft']);
    expect(lettersIn(chart)).toEqual(['H', 'S', 'DS', 'R', '-']);
  });

  it('writes a ten as one', () => {
    expect(['T', 'T,T', 'A,7'].map(handText)).toEqual(['10', '10,10', 'A,7']);
  });

  it('of antes has a row for each first card and a column for each ante', () => {
    const decision = (name: string, points: number, raise_ev: number) => ({
      bet: name,
      points,
      p: 1 / 13,
      raise_ev,
      fold_ev: -1,
      raises: raise_ev > -1,
    });
    const decisions = [
      decision('ante-player', 0, -1.2),
      decision('ante-player', 9, 1.5),
      decision('ante-banker', 0, 0.5),
      decision('ante-banker', 9, -0.9),
    ];
    const { bets, rows } = anteRows(decisions);
    expect(bets).toEqual(['ante-player', 'ante-banker']);
    expect(rows.map(({ points, cells }) => [points, ...cells.map((cell) => cell.raises)])).toEqual([
      [0, false, true],
      [9, true, true],
    ]);
    expect([1.5, -0.9].map(worthText)).toEqual(['+1.5000', '−0.9000']);
  });
});
