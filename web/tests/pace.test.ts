// Nothing is shown before it lies on the felt, and nothing is held back for long.
import { describe, expect, it } from 'vitest';
import { headline } from '../src/house/headline';
import { laidOut, LONGEST, LONGEST_QUESTION, Pace, type Timer } from '../src/house/pace';
import { spoken } from '../src/house/spoken';
import type { HouseState } from '../src/house/state';
import type { HouseSays, TableView, YouView } from '../src/wire/socket';
import file from './fixtures/recorded.json';

interface Recorded {
  table: string;
  messages: HouseSays[];
}
const recorded = file as unknown as Recorded[];
const at = (table: string) => recorded.find((one) => one.table === table)!;
const [WHEEL, BACCARAT, BLACKJACK] = ['live-roulette', 'rws-knockout-baccarat', 'rws-blackjack'] as const;

/** A clock turned by hand. */
class Hand implements Timer {
  private time = 0;
  private run: (() => void) | null = null;
  private due = 0;
  now = () => this.time;
  stop = () => void (this.run = null);
  later(run: () => void, ms: number): void {
    this.run = run;
    this.due = this.time + ms;
  }
  pass(ms: number): void {
    const end = this.time + ms;
    while (this.run && this.due <= end) {
      const run = this.run;
      this.time = Math.max(this.time, this.due);
      this.run = null;
      run();
    }
    this.time = end;
  }
}

function sitting(table: string) {
  const clock = new Hand();
  const still = { yes: false };
  const seen: HouseState[] = [];
  const pace: Pace = new Pace(clock, () => still.yes, () => seen.push(pace.shown));
  const leave = pace.attend(table);
  return { clock, still, seen, pace, leave };
}

const viewOf = (message: HouseSays): TableView | null => (message.type === 'table' ? message.view : null);
/** The messages up to the end of the first round; the last three tell the end, the own lines, the purse. */
const firstRound = (table: string) => {
  const { messages } = at(table);
  return messages.slice(0, messages.findIndex((one) => viewOf(one)?.round === 2));
};
const endOf = (table: string) => firstRound(table).slice(-3);

function told(table: string) {
  const one = sitting(table);
  for (const message of firstRound(table)) {
    if (viewOf(message)?.over) one.clock.pass(LONGEST);
    one.pace.take(message);
  }
  const before = firstRound(table).findLast((message) => message.type === 'purse' && message !== endOf(table)[2]);
  return { ...one, purseBefore: before?.type === 'purse' ? before.balance : 0 };
}

describe.each([WHEEL, BACCARAT, BLACKJACK])('the end of a round at %s', (table) => {
  it('is not shown while its last card or the ball is on its way', () => {
    const { pace, purseBefore } = told(table);
    expect(pace.told.tables[table]?.over).toBe(true);
    const view = pace.shown.tables[table]!;
    expect(view.over).toBe(false);
    expect(view.returned).toBeNull();
    expect(view.last).toEqual([]);
    expect(view.clock).toBeNull();
    expect(view.phase).toBe('playing');
    expect(pace.shown.purse?.balance).toBe(purseBefore);
    expect(pace.shown.you[table]?.lines.length).toBeLessThan(pace.told.you[table]!.lines.length);
    expect(JSON.stringify(view.play)).not.toMatch(/"(win|lose|black)"/);
    expect(pace.behind).toBe(true);
  });

  it('is shown all together, as the house told it', () => {
    const { pace, clock, seen } = told(table);
    const before = seen.length;
    if (table === WHEEL) pace.rested(table, 1);
    else clock.pass(1000);
    expect(seen.length).toBe(before + 1);
    expect(pace.shown.tables).toEqual(pace.told.tables);
    expect(pace.shown.you).toEqual(pace.told.you);
    expect(pace.shown.purse).toEqual(pace.told.purse);
    expect(pace.behind).toBe(false);
  });

  it('is shown after the longest wait, whatever the felt does', () => {
    const { pace, clock } = told(table);
    clock.pass(LONGEST);
    expect(pace.shown.purse).toEqual(pace.told.purse);
    expect(pace.shown.tables).toEqual(pace.told.tables);
  });

  it.each(['where nothing should move', 'where no felt is looked at'])('is shown at once %s', (why) => {
    const { pace, still, leave } = sitting(table);
    if (why.startsWith('where nothing')) still.yes = true;
    else leave();
    for (const message of firstRound(table)) {
      pace.take(message);
      expect(pace.shown).toEqual(pace.told);
    }
    expect(pace.shown.tables[table]?.over).toBe(true);
  });

  it('is shown at once to whoever comes then, leaves, or hides the page', () => {
    const late = sitting(table);
    for (const message of endOf(table)) late.pace.take(message);
    expect(late.pace.shown).toEqual(late.pace.told);
    const { pace, leave } = told(table);
    leave();
    expect(pace.shown.purse).toEqual(pace.told.purse);
    const other = told(table).pace;
    other.catchUp();
    expect(other.shown.purse).toEqual(other.told.purse);
  });

  it('does not wait for the next round', () => {
    const { pace } = told(table);
    pace.take(at(table).messages.find((one) => viewOf(one)?.round === 2)!);
    expect(pace.shown.tables[table]?.round).toBe(2);
    expect(pace.behind).toBe(false);
  });
});

describe('the ball', () => {
  it('keeps the money until it rests, and only in its own round', () => {
    const { pace, clock } = told(WHEEL);
    clock.pass(LONGEST - 1);
    pace.rested(WHEEL, 7);
    pace.rested('another', 1);
    expect(pace.shown.said.at(-1)?.text).toBe('No more bets');
    expect(pace.shown.tables[WHEEL]?.play).toEqual({ family: 'roulette', pocket: null, colour: null });
    pace.rested(WHEEL, 1);
    expect(pace.shown.said.at(-1)?.text).toBe('17, black');
    expect(pace.shown.tables[WHEEL]?.last).toHaveLength(1);
  });

  it('rests while something of the pause is left', () => {
    const { pace, clock } = sitting(WHEEL);
    for (const message of firstRound(WHEEL)) {
      const view = viewOf(message);
      pace.take(view?.over ? { ...message, view: { ...view, clock: { what: 'pause', left_ms: 4000, of_ms: 4000 } } } as HouseSays : message);
    }
    clock.pass(3199);
    expect(pace.behind).toBe(true);
    clock.pass(1);
    expect(pace.behind).toBe(false);
  });

  it('does not keep what has nothing to do with it', () => {
    const { pace } = told(WHEEL);
    pace.take({ type: 'chat', table: WHEEL, line: '1', player: 'ann', text: 'hi', at_ms: 0 });
    expect(pace.shown.chat[WHEEL]).toHaveLength(1);
    pace.take({ type: 'notice', feed: 'f', n: 99, code: 'muted', text: 'You are muted' } as HouseSays);
    expect(pace.shown.notices).toEqual([]);
    pace.rested(WHEEL, 1);
    expect(pace.shown.notices).toHaveLength(1);
  });
});

describe('cards', () => {
  it.each([BACCARAT, BLACKJACK])('at %s are shown one by one', (table) => {
    const { pace, clock, seen } = sitting(table);
    for (const message of firstRound(table)) pace.take(message);
    clock.pass(LONGEST);
    const steps = seen.map((state) => laidOut(state.tables[table]?.play ?? null));
    const one = table === BLACKJACK ? 2 : 1;
    expect(steps.at(-1)).toBeGreaterThan(4 * one);
    for (let n = 1; n < steps.length; n++) expect(steps[n]! - steps[n - 1]!).toBeLessThanOrEqual(one);
  });

  it('are spoken of when they are shown, and what came of them last', () => {
    const { pace, clock, seen } = sitting(BACCARAT);
    for (const message of firstRound(BACCARAT)) {
      pace.take(message);
      if (message.type === 'you') clock.pass(500);
    }
    clock.pass(LONGEST);
    const heard: string[] = [];
    let before: TableView | null = null;
    for (const state of seen) {
      const view = state.tables[BACCARAT]!;
      if (view && view !== before) heard.push(...spoken(before, view, 'ann', (key) => key));
      before = view ?? before;
    }
    expect(heard.filter((one) => /said(Player|Banker)/.test(one))).toEqual(
      ['Player', 'Banker', 'Player', 'Banker', 'Player'].map((side) => `table.said${side}`),
    );
    expect(heard.slice(-2)).toEqual(['Player wins with 9', 'table.roundOver']);
  });

  it('keep no question waiting: the more of them, the faster they are laid', () => {
    const { pace, clock, seen } = sitting(BLACKJACK);
    const round = firstRound(BLACKJACK);
    const asks = round.findIndex((one) => one.type === 'you' && one.view.asked.length);
    const deal = round.slice(0, asks);
    for (const message of deal) pace.take(message);
    // A full table: the same deal on seven boxes, all of it told at once.
    const last = viewOf(deal.at(-1)!)!;
    if (last.play?.family !== 'blackjack') throw new Error('no blackjack');
    for (let n = 2; n <= 30; n++) {
      const dealer = [...last.play.dealer, ...Array<string>(n).fill('2C')];
      pace.take({ ...(deal.at(-1) as HouseSays & { type: 'table' }), view: { ...last, play: { ...last.play, dealer } } });
    }
    pace.take(round[asks]!);
    expect((pace.shown.you[BLACKJACK] as YouView).asked).toEqual([]);
    clock.pass(LONGEST_QUESTION);
    expect(pace.shown.you[BLACKJACK]?.asked).not.toEqual([]);
    expect(pace.behind).toBe(false);
    const cards = new Set(seen.map((state) => laidOut(state.tables[BLACKJACK]?.play ?? null)));
    expect(cards.size).toBeGreaterThan(30);
  });
});

it('the headline tells what came of the round, once it is shown', () => {
  const said = (view: TableView) => headline(view, { text: 'No more bets', round: view.round });
  const ends = (table: string) => viewOf(firstRound(table).find((one) => viewOf(one)?.over)!)!;
  expect(said(ends(WHEEL))).toBe('17, black');
  expect(said(ends(BACCARAT))).toBe('Player wins with 9');
  expect(said(ends(BLACKJACK))).toBe('Dealer busts');
  expect(said({ ...ends(BACCARAT), over: false })).toBe('No more bets');
  expect(said({ ...ends(WHEEL), void: true })).toBe('The round is void: all bets are returned');
});
