// Cards that a player turns: nothing tells what they are, nor what came of them, before they are turned.
import { describe, expect, it } from 'vitest';
import { covered, heldBack, pointsOf } from '../src/games/baccarat/squeeze';
import { narration } from '../src/house/narration';
import { paceOf } from '../src/house/pace';
import { LONGEST, RevealQueue } from '../src/house/reveal';
import type { SqueezedCard } from '../src/house/squeeze';
import type { BaccaratPlay, HouseSays, Squeezer, TableView } from '../src/wire/socket';
import { Hand } from './clock-by-hand';
import file from './fixtures/recorded.json';

const TABLE = 'rws-knockout-baccarat';
const SQUEEZE_MS = 7000;
const recorded = (file as unknown as { table: string; messages: HouseSays[] }[]).find(
  (recording) => recording.table === TABLE,
)!;
const viewOf = (message: HouseSays): TableView | null =>
  message.type === 'table' ? message.view : null;
const playOf = (view: TableView | null | undefined): BaccaratPlay | null =>
  view?.play?.family === 'baccarat' ? view.play : null;

/** The first round: Player has 9 with three cards, Banker two. */
const round = recorded.messages
  .slice(
    0,
    recorded.messages.findIndex((message) => viewOf(message)?.round === 2),
  )
  .map((message) => {
    const [view, play] = [viewOf(message), playOf(viewOf(message))];
    return view && play
      ? ({ ...message, view: { ...view, play: { ...play, squeeze_ms: SQUEEZE_MS } } } as HouseSays)
      : message;
  });
const dealt = playOf(round.map(viewOf).findLast((view) => view?.over))!;

const squeezing = (hand: string, first = 0): Squeezer => ({ hand, player: 'ann', first });

function sitting(...squeezers: Squeezer[]) {
  const clock = new Hand();
  const still = { yes: false };
  const views: TableView[] = [];
  const reveal: RevealQueue = new RevealQueue(
    clock,
    () => still.yes,
    (unhurried) => paceOf('unhurried', unhurried),
    () => reveal.shown.tables[TABLE] && views.push(reveal.shown.tables[TABLE]),
    () => squeezers,
  );
  reveal.watchFelt(TABLE);
  // The antes are decided when the first card lies there.
  for (const message of round) {
    if (message.type === 'you' && message.view.asked.length) clock.pass(LONGEST);
    reveal.receive(message);
  }
  const shown = () => reveal.shown.tables[TABLE]!;
  const play = () => playOf(shown())!;
  /** Until something lies face down that may be turned. */
  const wait = () => {
    for (let n = 0; n < 2000 && reveal.squeeze?.ends == null && reveal.behind; n++) clock.pass(10);
    return reveal.squeeze?.cards ?? [];
  };
  return { clock, still, reveal, views, shown, play, wait };
}

const places = (cards: SqueezedCard[]) => cards.map(({ hand, at }) => `${hand} ${at}`);

describe('whoever squeezes Player', () => {
  const first = () => sitting(squeezing('player', 1));

  it('sees all other cards, and nothing of what came of the coup', () => {
    const { wait, play, shown, reveal } = first();
    expect(places(wait())).toEqual(['player 1']);
    expect(play().player).toEqual([dealt.player[0], '??']);
    expect(play().banker).toEqual(dealt.banker.slice(0, 2));
    expect(pointsOf(play(), 'player')).toBeNull();
    expect(pointsOf(play(), 'banker')).toBe(dealt.banker_points);
    expect(shown()).toMatchObject({
      over: false,
      returned: null,
      last: [],
      clock: null,
      phase: 'playing',
    });
    expect(reveal.shown.you[TABLE]?.lines).toEqual([]);
    expect(reveal.shown.settled[TABLE]).toBeUndefined();
    expect(reveal.shown.purse).not.toEqual(reveal.received.purse);
    expect(reveal.behind).toBe(true);
  });

  it('turns the card, then the third, and learns what came of it when that has been looked at', () => {
    const { wait, play, shown, reveal, clock } = first();
    reveal.turn(wait()[0]);
    expect(play().player).toEqual(dealt.player.slice(0, 2));
    expect(shown().over).toBe(false);
    clock.pass(1000);
    expect(places(wait())).toEqual(['player 2']);
    expect(play().player).toEqual([...dealt.player.slice(0, 2), '??']);
    reveal.turn();
    clock.pass(590);
    expect(shown().over).toBe(false);
    clock.pass(10);
    expect(reveal.behind).toBe(false);
    expect(reveal.shown.tables).toEqual(reveal.received.tables);
    expect(reveal.shown.purse).toEqual(reveal.received.purse);
  });

  it('has so much time for each, and no more', () => {
    const { wait, play, reveal, clock } = first();
    wait();
    clock.pass(SQUEEZE_MS - 10);
    expect(play().player).toEqual([dealt.player[0], '??']);
    clock.pass(10);
    expect(play().player).toEqual(dealt.player.slice(0, 2));
    clock.pass(1000);
    wait();
    clock.pass(SQUEEZE_MS + 600);
    expect(reveal.behind).toBe(false);
    expect(reveal.shown.tables).toEqual(reveal.received.tables);
  });

  it('is told of a card when it is turned, and of what the hand counts then', () => {
    const { wait, reveal, clock, views } = first();
    while (wait().length) {
      reveal.turn();
      clock.pass(1000);
    }
    const said = views.flatMap((view, at) =>
      narration(views[at - 1] ?? null, view, 'ann', (key, values) =>
        key.startsWith('table.said') ? `${key} ${values?.points ?? ''}`.trim() : key,
      ),
    );
    const cards = said.filter((sentence) => sentence.startsWith('table.said'));
    expect(cards.map((sentence) => sentence.replace(/ \d$/, ''))).toEqual(
      ['Player', 'Banker', 'Card', 'Banker', 'Player', 'Card', 'Player'].map(
        (what) => `table.said${what}`,
      ),
    );
    expect(said.indexOf('table.roundOver')).toBeGreaterThan(said.indexOf('table.saidPlayer 9'));
  });

  it('is kept waiting by no void and no next round', () => {
    const one = first();
    one.wait();
    one.reveal.receive(recorded.messages.find((message) => viewOf(message)?.round === 2)!);
    expect(one.reveal.squeeze).toBeNull();
    expect(one.reveal.shown.tables[TABLE]?.round).toBe(2);
    const other = first();
    other.wait();
    const last = other.reveal.received.tables[TABLE]!;
    other.reveal.receive({
      ...round.find((message) => viewOf(message)),
      view: { ...last, void: true },
    } as HouseSays);
    expect(other.reveal.squeeze).toBeNull();
    expect(other.reveal.shown.tables[TABLE]?.void).toBe(true);
  });

  it('squeezes nothing when the page is hidden', () => {
    const { wait, reveal } = first();
    wait();
    reveal.catchUp();
    expect(reveal.squeeze).toBeNull();
    expect(reveal.shown.tables).toEqual(reveal.received.tables);
  });
});

it('both hands of one player lie face down together, and the cards are turned one by one', () => {
  const { wait, play, reveal, shown } = sitting(squeezing('player', 1), squeezing('banker'));
  const cards = wait();
  expect(places(cards)).toEqual(['banker 0', 'player 1', 'banker 1']);
  reveal.turn(cards[2]);
  expect(play().banker).toEqual(['??', dealt.banker[1]]);
  reveal.turn(cards[0]);
  expect(pointsOf(play(), 'banker')).toBe(dealt.banker_points);
  expect(pointsOf(play(), 'player')).toBeNull();
  expect(shown().over).toBe(false);
});

it('the last card of a coup is held back though the house has told that it is over', () => {
  const clock = new Hand();
  const reveal = new RevealQueue(
    clock,
    () => false,
    (unhurried) => paceOf('unhurried', unhurried),
    () => {},
    () => [squeezing('player')],
  );
  reveal.watchFelt('t');
  const base = viewOf(round.find((message) => playOf(viewOf(message))?.player.length === 1)!)!;
  const say = (player: string[], banker: string[], over: boolean) =>
    reveal.receive({
      type: 'table',
      feed: 'f',
      n: 1,
      at_ms: 0,
      said: [],
      words: [],
      events: [],
      view: {
        ...base,
        table: 't',
        turns: [],
        over,
        returned: over ? 0 : null,
        play: {
          family: 'baccarat',
          player,
          player_points: 9,
          banker,
          banker_points: 3,
          squeezers: [],
          squeeze_ms: SQUEEZE_MS,
        },
      },
    } as HouseSays);
  say([], [], false);
  say(['4S'], [], false);
  say(['4S'], ['3H'], false);
  say(['4S'], ['3H'], false); // the house has heard that it is squeezed
  say(['4S', '5D'], ['3H'], false);
  say(['4S', '5D'], ['3H', 'KC'], true);
  clock.pass(4000);
  const view = () => reveal.shown.tables.t!;
  expect(playOf(view())).toMatchObject({ player: ['??', '??'], banker: ['3H', 'KC'] });
  expect(view().over).toBe(false);
  reveal.turn();
  expect(playOf(view())).toMatchObject({ player: ['4S', '5D'] });
  expect(view().over).toBe(false);
  clock.pass(600);
  expect(view().over).toBe(true);
});

it('only what comes now is held back, and only of the hand that is squeezed', () => {
  const before = { ...dealt, player: dealt.player.slice(0, 2) };
  expect(places(heldBack(before, dealt, [squeezing('player', 1)]))).toEqual(['player 2']);
  expect(heldBack(before, dealt, [squeezing('banker')])).toEqual([]);
  expect(heldBack(null, dealt, [])).toEqual([]);
  expect(covered(dealt, null)).toBe(dealt);
});
