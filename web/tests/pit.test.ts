import { beforeAll, describe, expect, it } from 'vitest';
import { eventText } from '../src/pages/pit/event-text';
import { byNeed, byUrgency, slow, waited, wanting } from '../src/pages/pit/floor';
import { choices, offered, rulingOf, type Answers } from '../src/pages/pit/rulings';
import { RequestId } from '../src/house/request-id';
import { owns, type PlayedRound } from '../src/pages/pit/settled';
import { rowsOf } from '../src/pages/pit/terms';
import { moment } from '../src/pages/pit/when';
import { speech } from '../src/i18n/words.svelte';
import type { AlertView, EventKind, FloorTable, StaffEvent, Terms } from '../src/wire/socket';

beforeAll(() => speech.fetchStaffWords());

const floorTable = (table: string, more: Partial<FloorTable> = {}): FloorTable => ({
  table,
  number: 1,
  game: 'live-roulette',
  staged: false,
  title: 'Live roulette',
  limits: { min: 100, max: 50000, side_min: null, side_max: null },
  phase: 'playing',
  round: 1,
  dealer: null,
  dealt_by: 'human',
  players: 0,
  bettors: 0,
  staked: 0,
  waits_ms: 0,
  alerts: 0,
  requests: 0,
  called: false,
  closing: false,
  stopped: '',
  ...more,
});

const alert = (number: number, kind: string, table: string): AlertView => ({
  number,
  kind,
  table,
  text: kind,
  times: 1,
  at_ms: number,
  words: null,
  round: null,
});

describe('rulings', () => {
  const answers: Answers = {
    reason: 'unshuffled',
    reconstructed: false,
    deal: '',
    moves: [],
    where: 'dealer',
    cards: ['KD', '4C'],
    count: 3,
  };
  it('are only those that the house allows, and that a person makes', () => {
    const all = ['void', 'interrupt', 'misdeal', 'burn', 'together'];
    expect(offered(all)).toEqual(['misdeal', 'together', 'burn', 'interrupt', 'void']);
    expect(offered(['misdeal', 'void'])).toEqual(['misdeal', 'void']);
    expect(offered([])).toEqual([]);
  });
  it('are sent in the capacity they need', () => {
    expect(rulingOf('void', answers)).toEqual({ input: 'void', by: 'pit', reason: 'unshuffled' });
    expect(rulingOf('misdeal', answers)).toEqual({
      input: 'misdeal',
      by: 'pit',
      reconstructed: false,
      deal: null,
    });
    expect(rulingOf('misdeal', { ...answers, deal: 'initial' })).toMatchObject({ deal: 'initial' });
    expect(rulingOf('together', answers)).toEqual({
      input: 'together',
      by: 'dealer',
      cards: ['KD', '4C'],
    });
    expect(rulingOf('burn', answers)).toEqual({ input: 'burn', by: 'pit', count: 3 });
    expect(rulingOf('discard:overdraw', answers)).toEqual({
      input: 'discard',
      by: 'pit',
      reason: 'overdraw',
    });
    expect(rulingOf('discard:no-bet', answers)).toEqual({
      input: 'discard',
      by: 'pit',
      reason: 'no-bet',
    });
  });
  it('say nothing that nobody has chosen', () => {
    const nothing: Answers = { ...answers, reason: null, reconstructed: null, where: '' };
    for (const name of ['void', 'misdeal', 'place'] as const)
      expect(rulingOf(name, nothing)).toBeNull();
  });
  it('leave a card with the dealer, or with a hand', () => {
    expect(rulingOf('place', answers)).toEqual({ input: 'place', by: 'pit', dealer: true });
    expect(rulingOf('place', { ...answers, where: '3/2' })).toEqual({
      input: 'place',
      by: 'pit',
      box: 3,
      hand: 2,
    });
  });
});

describe('choices after an error', () => {
  const bets = ['ann', 'bob', 'ann', 'cat'].map((player) => ({
    player,
    bet: 'initial',
    amount: 100,
    box: 1,
    hand: null,
    back: 0,
    withdrawn: false,
  }));
  const event = (by: string, what: EventKind) => ({ by, what, box: null });
  it('are told as they come', () => {
    expect(
      choices(bets, [event('pit', 'misdeal'), event('bob', 'withdraw'), event('ann', 'continue')]),
    ).toEqual([
      { player: 'ann', answer: 'continue' },
      { player: 'bob', answer: 'withdraw' },
      { player: 'cat', answer: null },
    ]);
  });
  it('begin anew with the next error, without those who have withdrawn', () => {
    const events = [
      event('pit', 'misdeal'),
      event('bob', 'withdraw'),
      event('ann', 'continue'),
      event('pit', 'misdeal'),
      event('cat', 'continue'),
    ];
    expect(choices(bets, events)).toEqual([
      { player: 'ann', answer: null },
      { player: 'cat', answer: 'continue' },
    ]);
  });
  it('are open to all where the error was before we came', () => {
    expect(choices(bets, [event('cat', 'withdraw')])).toEqual([
      { player: 'ann', answer: null },
      { player: 'bob', answer: null },
      { player: 'cat', answer: 'withdraw' },
    ]);
  });
});

describe('the round so far', () => {
  const event = (what: EventKind, more: Partial<StaffEvent> = {}): StaffEvent => ({
    by: 'dealer',
    what,
    box: null,
    at_ms: 7,
    card: null,
    to: null,
    hand: null,
    pocket: null,
    text: '',
    moved: [],
    ...more,
  });
  it('tells which cards were put back', () => {
    const moved = [
      {
        card: '9H',
        lay: { to: 'dealer', box: null, hand: null },
        belongs: { to: 'box', box: 1, hand: 1 },
        lay_at: 1,
        at: 2,
      },
    ];
    expect(eventText(event('misdeal', { by: 'pit', moved }))).toBe(
      'Pit: dealing error · 9♥: Dealer → Box 1',
    );
    const turned = moved.map((card) => ({ ...card, lay: card.belongs }));
    expect(eventText(event('misdeal', { by: 'pit', moved: turned }))).toBe(
      'Pit: dealing error · 9♥: Box 1 #1 → Box 1 #2',
    );
  });
  it('tells every card with its place, and none that lies face down', () => {
    expect(eventText(event('card', { card: 'TS', to: 'box', box: 3, hand: 1 }))).toBe(
      'Dealer: card · 10♠ · Box 3',
    );
    expect(eventText(event('card', { card: 'TS', to: 'box', box: 3, hand: 2 }))).toBe(
      'Dealer: card · 10♠ · Box 3, hand 2',
    );
    expect(eventText(event('card', { card: '??', to: 'dealer' }))).toBe(
      'Dealer: card · a card face down · Dealer',
    );
  });
  it('tells the ball, decisions with their box, and what was called for', () => {
    expect(eventText(event('pocket', { pocket: 0 }))).toBe('Dealer: the ball rests · 0');
    expect(eventText(event('hit', { by: 'ann', box: 2 }))).toBe('ann: Hit · box 2');
    expect(eventText(event('call-pit', { by: 'dora', text: 'two cards' }))).toBe(
      'dora: calls the pit · two cards',
    );
  });
});

describe('the floor', () => {
  it('shows first what needs somebody', () => {
    const tables = [
      floorTable('calm'),
      floorTable('slow', { bettors: 1, waits_ms: 90_000 }),
      floorTable('empty', { waits_ms: 900_000 }),
      floorTable('shoe', { alerts: 1 }),
      floorTable('disputed', { alerts: 1 }),
      floorTable('misdealt', { alerts: 2 }),
      floorTable('called', { alerts: 1 }),
      floorTable('stopped', { stopped: 'the disk is full' }),
    ];
    const alerts = [
      alert(1, 'shoe', 'shoe'),
      alert(2, 'dispute', 'disputed'),
      alert(3, 'shoe', 'misdealt'),
      alert(4, 'misdeal', 'misdealt'),
      alert(5, 'pit-called', 'called'),
    ];
    expect(byNeed(tables, alerts).map((table) => table.table)).toEqual([
      'stopped',
      'called',
      'misdealt',
      'disputed',
      'slow',
      'calm',
      'empty',
      'shoe',
    ]);
    expect(wanting(alerts, 'misdealt').map((alert) => alert.kind)).toEqual(['misdeal']);
    expect(wanting(alerts, 'shoe')).toEqual([]);
  });
  it("puts a dealer's call and trouble with the books first, and shoes last", () => {
    const kinds = [
      'pit-called',
      'shoe',
      'dispute',
      'misdeal',
      'shoe',
      'chat-report',
      'store-trouble',
      'shoe',
    ];
    const alerts = kinds.map((kind, index) => alert(index + 1, kind, 't'));
    expect(byUrgency(alerts).map((alert) => alert.kind)).toEqual([
      'store-trouble',
      'pit-called',
      'misdeal',
      'chat-report',
      'dispute',
      'shoe',
      'shoe',
      'shoe',
    ]);
    expect(byUrgency(alerts).at(-1)?.number).toBe(2);
  });
  it('waits on while nothing is told', () => {
    const table = floorTable('t', { bettors: 1, waits_ms: 50_000 });
    expect([slow(table), slow(table, 20_000)]).toEqual([false, true]);
    expect([waited(7_900), waited(750_000)]).toEqual(['0:07', '12:30']);
  });
  it('tells the day where it was another', () => {
    const noon = Date.UTC(2026, 0, 2, 12);
    expect(moment(noon, 'de', noon)).toBe('12:00:00 UTC');
    expect(moment(noon, 'en', noon + 86_400_000)).toBe('2026-01-02 12:00:00 UTC');
  });
});

describe('what is in force', () => {
  const now: Terms = {
    limits: { min: 500, max: 50_000, side_min: null, side_max: null },
    clocks: {
      betting: 15_000,
      decision: 20_000,
      offer: 10_000,
      choice: 15_000,
      pause: 4_500,
      showing: 800,
    },
    settings: { h17: true, decks: 6 },
  };
  const shown = (next: Terms | null) =>
    rowsOf(now, next).map((row) => [row.name, row.now, row.next]);

  it('stands alone where nothing was ordered', () => {
    expect(shown(null)).toEqual([
      ['min', '5', null],
      ['max', '500', null],
      ['betting', '15 s', null],
      ['decision', '20 s', null],
      ['offer', '10 s', null],
      ['choice', '15 s', null],
      ['pause', '4.5 s', null],
      ['showing', '0.8 s', null],
      ['decks', '6', null],
      ['h17', 'true', null],
    ]);
    expect(shown(structuredClone(now))).toEqual(shown(null));
  });
  it('has the words of the house for its settings', () => {
    const tell = (name: string, value: unknown) =>
      name === 'h17' ? (value === undefined ? 'as ever' : 'yes') : undefined;
    const rows = rowsOf(now, { ...now, settings: {} }, tell).filter(
      (row) => row.group === 'settings',
    );
    expect(rows.map((row) => [row.name, row.now, row.next])).toEqual([
      ['decks', '6', '–'],
      ['h17', 'yes', 'as ever'],
    ]);
  });
  it('is marked where the next round is played otherwise', () => {
    const next = {
      limits: { ...now.limits, max: 20_000, side_max: 10_000 },
      clocks: { ...now.clocks, pause: 0 },
      settings: { decks: 8, surrender: false },
    };
    expect(shown(next).filter(([, , later]) => later !== null)).toEqual([
      ['max', '500', '200'],
      ['side_max', '–', '100'],
      ['pause', '4.5 s', '0 s'],
      ['decks', '6', '8'],
      ['h17', 'true', '–'],
      ['surrender', '–', 'false'],
    ]);
  });
});

it('a wish sent twice is one, and another is another', () => {
  const requestId = new RequestId();
  const first = requestId.of({ player: 'ann', amount: 5 });
  expect(requestId.of({ player: 'ann', amount: 5 })).toEqual(first);
  expect(requestId.of({ player: 'ann', amount: 6 }).id).not.toBe(first.id);
});

describe('a settled round', () => {
  it('is told player by player, with what was adjusted before', () => {
    const lines = [
      { player: 'ann', stake: 1000, returned: 2000 },
      { player: 'bob', stake: 500, returned: 0 },
      { player: 'ann', stake: 300, returned: 0 },
    ];
    const adjustments = [
      { player: 'ann', amount: 250 },
      { player: 'cat', amount: 100 },
    ];
    expect(owns({ lines, adjustments } as PlayedRound)).toEqual([
      { player: 'ann', staked: 1300, returned: 2000, adjusted: 250 },
      { player: 'bob', staked: 500, returned: 0, adjusted: 0 },
    ]);
  });
});
