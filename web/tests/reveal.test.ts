// Nothing is shown before it lies on the felt, and nothing is held back for long.
import { describe, expect, it } from 'vitest';
import { headline } from '../src/house/headline';
import { laidOut, LONGEST, LONGEST_QUESTION, RevealQueue } from '../src/house/reveal';
import { narration } from '../src/house/narration';
import { paceOf, SPEEDS, type Speed } from '../src/house/pace';
import { apply, emptyState, type HouseState } from '../src/house/state';
import type { HouseSays, TableView, YouView } from '../src/wire/socket';
import { Hand } from './clock-by-hand';
import file from './fixtures/recorded.json';

interface Recorded {
  table: string;
  messages: HouseSays[];
}
const recorded = file as unknown as Recorded[];
const at = (table: string) => recorded.find((recording) => recording.table === table)!;
const [WHEEL, BACCARAT, BLACKJACK] = [
  'live-roulette',
  'rws-knockout-baccarat',
  'rws-blackjack',
] as const;

function sitting(table: string, speed: Speed = 'unhurried') {
  const clock = new Hand();
  const still = { yes: false };
  const seen: HouseState[] = [];
  const reveal: RevealQueue = new RevealQueue(
    clock,
    () => still.yes,
    (unhurried) => paceOf(speed, unhurried),
    () => seen.push(reveal.shown),
  );
  const leave = reveal.watchFelt(table);
  return { clock, still, seen, reveal, leave };
}

const viewOf = (message: HouseSays): TableView | null =>
  message.type === 'table' ? message.view : null;
/** The messages up to the end of the first round; the last three tell the end, the own lines, the purse. */
const firstRound = (table: string) => {
  const { messages } = at(table);
  return messages.slice(
    0,
    messages.findIndex((message) => viewOf(message)?.round === 2),
  );
};
const endOf = (table: string) => firstRound(table).slice(-3);

function received(table: string) {
  const sitter = sitting(table);
  for (const message of firstRound(table)) {
    if (viewOf(message)?.over) sitter.clock.pass(LONGEST);
    sitter.reveal.receive(message);
  }
  const before = firstRound(table).findLast(
    (message) => message.type === 'purse' && message !== endOf(table)[2],
  );
  return { ...sitter, purseBefore: before?.type === 'purse' ? before.balance : 0 };
}

describe.each([WHEEL, BACCARAT, BLACKJACK])('the end of a round at %s', (table) => {
  it('is not shown while its last card or the ball is on its way', () => {
    const { reveal, purseBefore } = received(table);
    expect(reveal.received.tables[table]?.over).toBe(true);
    const view = reveal.shown.tables[table]!;
    expect(view.over).toBe(false);
    expect(view.returned).toBeNull();
    expect(view.last).toEqual([]);
    expect(view.clock).toBeNull();
    expect(view.phase).toBe('playing');
    expect(reveal.shown.purse?.balance).toBe(purseBefore);
    expect(reveal.shown.you[table]?.lines.length).toBeLessThan(
      reveal.received.you[table]!.lines.length,
    );
    expect(JSON.stringify(view.play)).not.toMatch(/"(win|lose|black)"/);
    expect(reveal.behind).toBe(true);
  });

  it('is shown all together, as the house told it', () => {
    const { reveal, clock, seen } = received(table);
    const before = seen.length;
    if (table === WHEEL) reveal.landed(table, 1);
    else clock.pass(1100);
    expect(seen.length).toBe(before + 1);
    expect(reveal.shown.tables).toEqual(reveal.received.tables);
    expect(reveal.shown.you).toEqual(reveal.received.you);
    expect(reveal.shown.purse).toEqual(reveal.received.purse);
    expect(reveal.behind).toBe(false);
  });

  it('is shown after the longest wait, whatever the felt does', () => {
    const { reveal, clock } = received(table);
    clock.pass(LONGEST);
    expect(reveal.shown.purse).toEqual(reveal.received.purse);
    expect(reveal.shown.tables).toEqual(reveal.received.tables);
  });

  it.each(['where nothing should move', 'where no felt is looked at'])(
    'is shown at once %s',
    (why) => {
      const { reveal, still, leave } = sitting(table);
      if (why.startsWith('where nothing')) still.yes = true;
      else leave();
      for (const message of firstRound(table)) {
        reveal.receive(message);
        expect(reveal.shown).toEqual(reveal.received);
      }
      expect(reveal.shown.tables[table]?.over).toBe(true);
    },
  );

  it('is shown at once to whoever comes then, leaves, or hides the page', () => {
    const late = sitting(table);
    for (const message of endOf(table)) late.reveal.receive(message);
    expect(late.reveal.shown).toEqual(late.reveal.received);
    const { reveal, leave } = received(table);
    leave();
    expect(reveal.shown.purse).toEqual(reveal.received.purse);
    const other = received(table).reveal;
    other.catchUp();
    expect(other.shown.purse).toEqual(other.received.purse);
  });

  it('does not wait for the next round', () => {
    const { reveal } = received(table);
    reveal.receive(at(table).messages.find((message) => viewOf(message)?.round === 2)!);
    expect(reveal.shown.tables[table]?.round).toBe(2);
    expect(reveal.behind).toBe(false);
  });
});

describe('the ball', () => {
  it('keeps the money until it rests, and only in its own round', () => {
    const { reveal, clock } = received(WHEEL);
    clock.pass(LONGEST - 1);
    reveal.landed(WHEEL, 7);
    reveal.landed('another', 1);
    expect(reveal.shown.announcements.at(-1)?.text).toBe('No more bets');
    expect(reveal.shown.tables[WHEEL]?.play).toEqual({
      family: 'roulette',
      pocket: null,
      colour: null,
    });
    reveal.landed(WHEEL, 1);
    expect(reveal.shown.announcements.at(-1)?.text).toBe('17, black');
    expect(reveal.shown.tables[WHEEL]?.last).toHaveLength(1);
  });

  it('rests while something of the pause is left', () => {
    const { reveal, clock } = sitting(WHEEL);
    for (const message of firstRound(WHEEL)) {
      const view = viewOf(message);
      reveal.receive(
        view?.over
          ? ({
              ...message,
              view: { ...view, clock: { what: 'pause', left_ms: 4000, of_ms: 4000 } },
            } as HouseSays)
          : message,
      );
    }
    clock.pass(3199);
    expect(reveal.behind).toBe(true);
    clock.pass(1);
    expect(reveal.behind).toBe(false);
  });

  it('does not keep what has nothing to do with it', () => {
    const { reveal } = received(WHEEL);
    reveal.receive({ type: 'chat', table: WHEEL, line: '1', player: 'ann', text: 'hi', at_ms: 0 });
    expect(reveal.shown.chat[WHEEL]).toHaveLength(1);
    reveal.receive({
      type: 'notice',
      feed: 'f',
      n: 99,
      code: 'muted',
      text: 'You are muted',
    } as HouseSays);
    expect(reveal.shown.notices).toEqual([]);
    reveal.landed(WHEEL, 1);
    expect(reveal.shown.notices).toHaveLength(1);
  });
});

describe.each(SPEEDS.filter((speed) => speed !== 'instant'))('%s, all that is visible', (speed) => {
  it.each([WHEEL, BACCARAT, BLACKJACK])(
    'at %s is what the house had told before the cards that have not come',
    (table) => {
      const { reveal, clock } = sitting(table, speed);
      const messages = firstRound(table);
      // What was shown is always what some first messages tell, as if the others had never been said.
      const prefixes = messages.reduce<HouseState[]>(
        (states, message) => [...states, apply(states.at(-1)!, message, 0)],
        [emptyState()],
      );
      const told = (state: HouseState) =>
        JSON.stringify([
          state.tables,
          state.you,
          state.purse,
          state.announcements.map((sentence) => sentence.text),
          state.settled,
        ]);
      const known = prefixes.map(told);
      let [laid, setOut, way, moved] = [0, 0, 0, 0];
      const look = () => {
        const now = known.indexOf(told(reveal.shown));
        expect(now).toBeGreaterThanOrEqual(0);
        const lies = laidOut(reveal.shown.tables[table]);
        // A card counts when it has come all its way.
        if (lies > laid) expect(clock.now() - setOut).toBeGreaterThanOrEqual(way);
        laid = lies;
        const coming = reveal.onTheWay;
        const view = reveal.received.tables[table];
        const comes = view && coming ? laidOut({ ...view, play: coming.play }) : 0;
        if (comes > moved)
          [setOut, way, moved] = [
            clock.now(),
            coming!.play.family === 'roulette' ? 0 : coming!.ms,
            comes,
          ];
      };
      for (const message of messages) {
        reveal.receive(message);
        look();
        if (message.type === 'you' && message.view.asked.length) watch(4000);
      }
      watch(table === WHEEL ? 3000 : LONGEST);
      if (table === WHEEL) expect(reveal.shown.tables[WHEEL]?.over).toBe(false);
      reveal.landed(WHEEL, 1);
      look();
      expect(reveal.behind).toBe(false);
      expect(moved).toBeGreaterThan(0);

      function watch(ms: number): void {
        for (let n = 0; n < ms / 10; n++) {
          clock.pass(10);
          look();
        }
      }
    },
  );
});

describe('the time to watch', () => {
  const clocked = (view: TableView, over: number): TableView => ({
    ...view,
    clock: view.clock && { ...view.clock, left_ms: over + 20_000, of_ms: 20_000 },
  });

  it("is the house's to give: as long as its clock has not begun, nothing is hurried", () => {
    const { reveal, clock } = sitting(BLACKJACK);
    const round = firstRound(BLACKJACK);
    const asks = round.findIndex((message) => message.type === 'you' && message.view.asked.length);
    for (const message of round.slice(0, asks + 1)) {
      const view = viewOf(message);
      reveal.receive(view ? ({ ...message, view: clocked(view, 3 * 800) } as HouseSays) : message);
    }
    clock.pass(3 * 600 - 241);
    expect(reveal.behind).toBe(true);
    clock.pass(1);
    expect(reveal.shown.you[BLACKJACK]?.asked).not.toEqual([]);
  });
});

describe('cards', () => {
  it.each([BACCARAT, BLACKJACK])('at %s are shown one by one', (table) => {
    const { reveal, clock, seen } = sitting(table);
    for (const message of firstRound(table)) reveal.receive(message);
    clock.pass(LONGEST);
    const steps = seen.map((state) => laidOut(state.tables[table]));
    expect(steps.at(-1)).toBeGreaterThan(4);
    for (let n = 1; n < steps.length; n++) expect(steps[n]! - steps[n - 1]!).toBeLessThanOrEqual(1);
  });

  it('are spoken of when they are shown, and what came of them last', () => {
    const { reveal, clock, seen } = sitting(BACCARAT);
    for (const message of firstRound(BACCARAT)) {
      reveal.receive(message);
      if (message.type === 'you') clock.pass(1000);
    }
    clock.pass(LONGEST);
    const sentences: string[] = [];
    let before: TableView | null = null;
    for (const state of seen) {
      const view = state.tables[BACCARAT]!;
      if (view && view !== before) sentences.push(...narration(before, view, 'ann', (key) => key));
      before = view ?? before;
    }
    expect(sentences.filter((sentence) => /said(Player|Banker)/.test(sentence))).toEqual(
      ['Player', 'Banker', 'Player', 'Banker', 'Player'].map((side) => `table.said${side}`),
    );
    expect(sentences.slice(-2)).toEqual(['Player wins with 9', 'table.roundOver']);
  });

  it('keep no question waiting: the more of them, the faster they are laid', () => {
    const { reveal, clock, seen } = sitting(BLACKJACK);
    const round = firstRound(BLACKJACK);
    const asks = round.findIndex((message) => message.type === 'you' && message.view.asked.length);
    const deal = round.slice(0, asks);
    for (const message of deal) reveal.receive(message);
    // A full table: the same deal on seven boxes, all of it told at once.
    const last = viewOf(deal.at(-1)!)!;
    if (last.play?.family !== 'blackjack') throw new Error('no blackjack');
    for (let n = 2; n <= 30; n++) {
      const dealer = [...last.play.dealer, ...Array<string>(n).fill('2C')];
      reveal.receive({
        ...(deal.at(-1) as HouseSays & { type: 'table' }),
        view: { ...last, play: { ...last.play, dealer } },
      });
    }
    reveal.receive(round[asks]!);
    expect((reveal.shown.you[BLACKJACK] as YouView).asked).toEqual([]);
    clock.pass(LONGEST_QUESTION);
    expect(reveal.shown.you[BLACKJACK]?.asked).not.toEqual([]);
    expect(reveal.behind).toBe(false);
    const cards = new Set(seen.map((state) => laidOut(state.tables[BLACKJACK])));
    expect(cards.size).toBeGreaterThan(30);
  });
});

it('the headline tells what came of the round, once it is shown', () => {
  const headlineOf = (view: TableView) =>
    headline(view, { text: 'No more bets', round: view.round });
  const ends = (table: string) =>
    viewOf(firstRound(table).find((message) => viewOf(message)?.over)!)!;
  expect(headlineOf(ends(WHEEL))).toBe('17, black');
  expect(headlineOf(ends(BACCARAT))).toBe('Player wins with 9');
  expect(headlineOf(ends(BLACKJACK))).toBe('Dealer busts');
  expect(headlineOf({ ...ends(BACCARAT), over: false })).toBe('No more bets');
  expect(headlineOf({ ...ends(WHEEL), void: true })).toBe(
    'The round is void: all bets are returned',
  );
});
