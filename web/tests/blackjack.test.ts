import { describe, expect, it } from 'vitest';
import { arrange, betLines, COLUMNS, roomOf, spansOf } from '../src/games/blackjack/arrange';
import { moved, nothingLaid, type Laid } from '../src/games/blackjack/moves';
import { printed } from '../src/games/blackjack/notices';
import { area, cornerAt, fold, nearest, type Point } from '../src/parts/fold';
import type { Pay } from '../src/wire/http';
import type { BoxView, HandView, Line, Phrase, TableView, YouView } from '../src/wire/socket';

const hand = (cards: string[], more: Partial<HandView> = {}): HandView => ({
  cards,
  total: cards.includes('??') ? null : 17,
  soft: false,
  stake: 1000,
  behind: 0,
  blackjack: false,
  bust: false,
  doubled: false,
  surrendered: false,
  ...more,
});
const box = (number: number, more: Partial<BoxView> = {}): BoxView => ({
  number,
  seat: null,
  offered: null,
  decider: null,
  initial: 0,
  missing: 0,
  behind: 0,
  behind_count: 0,
  insurance: 0,
  even_money: false,
  hands: [],
  results: [],
  ...more,
});
const table = (
  boxes: BoxView[] | null,
  more: Partial<TableView> = {},
  dealer: string[] = [],
): TableView =>
  ({
    table: 't',
    round: 7,
    phase: boxes ? 'playing' : 'betting',
    boxes: [box(1, { seat: 'ann' }), box(2, { initial: 500 }), box(3)],
    turns: [],
    over: false,
    play: boxes ? { family: 'blackjack', boxes, dealer, dealer_total: null } : null,
    ...more,
  }) as TableView;
const player = (more: Partial<YouView> = {}): YouView =>
  ({ table: 't', round: 7, confirmed: [], boxes: [], lines: [], ...more }) as YouView;
const line = (more: Partial<Line>): Line => ({
  player: 'me',
  bet: 'initial',
  stake: 1000,
  returned: 0,
  result: 'lose',
  clause: '',
  box: 1,
  hand: 1,
  ...more,
});

describe('the boxes', () => {
  it('are the seats while bets are taken', () => {
    const boxes = arrange(table(null), player(), 'ann', [{ bet: 'initial', amount: 500, box: 2 }]);
    expect(boxes.map((box) => [box.number, box.seat, box.initial, box.seated, box.mine])).toEqual([
      [1, 'ann', 0, true, true],
      [2, null, 500, false, true],
      [3, null, 0, false, false],
    ]);
  });

  it('have on their hands what was bet on them, not what lies behind', () => {
    const boxes = arrange(
      table([
        box(1, {
          behind: 500,
          behind_count: 1,
          hands: [hand(['8S', '8D'], { stake: 1500, behind: 500 })],
        }),
      ]),
      undefined,
      'ann',
    );
    expect([boxes[0]?.hands[0]?.stake, boxes[0]?.behind]).toEqual([1000, 500]);
  });

  it('carry what was taken of the offers', () => {
    const boxes = arrange(
      table([box(1, { insurance: 1200 }), box(2, { even_money: true })]),
      undefined,
      'ann',
    );
    expect(boxes.map((box) => [box.insurance, box.evenMoney])).toEqual([
      [1200, false],
      [0, true],
      [0, false],
    ]);
  });

  it('carry the hands of the round, and show whose turn it is', () => {
    const played = box(2, { initial: 1500, hands: [hand(['8S', 'KD']), hand(['8H', '2C'])] });
    const view = table([played], { turns: [{ player: 'bob', box: 2, hand: 2, bet: null }] });
    const [first, second] = arrange(view, undefined, 'ann');
    expect([first?.hands, first?.turn]).toEqual([[], false]);
    expect([second?.initial, second?.turn]).toEqual([1500, true]);
    expect(second?.hands.map((hand) => [hand.number, hand.turn])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it('have no total before a card lies there', () => {
    const [first] = arrange(table([box(1, { hands: [hand([], { total: 0 })] })]), undefined, '');
    expect(first?.hands[0]?.total).toBeNull();
  });

  it('keep the faces that only their owner may see apart from what all see', () => {
    const view = table([box(1, { hands: [hand(['??', '??'])] })]);
    const own = player({ boxes: [box(1, { hands: [hand(['KD', '7H'])] })] });
    const [first] = arrange(view, own, 'ann');
    expect(first?.hands[0]?.cards).toEqual(['??', '??']);
    expect(first?.hands[0]?.secret?.cards).toEqual(['KD', '7H']);
    expect(
      arrange(table([box(1, { hands: [hand(['KD', '7H'])] })]), own, 'ann')[0]?.hands[0]?.secret,
    ).toBeNull();
  });

  it('show what came of each hand once all of them are settled, and the own ones by their lines', () => {
    const hands = [hand(['8S', 'KD']), hand(['8H', '2C', 'KC', 'KH'], { bust: true })];
    const others = (results: BoxView['results']) =>
      arrange(table([box(2, { hands, results })]), undefined, 'x')[1]?.hands.map(
        (hand) => hand.result,
      );
    expect(others(['lose'])).toEqual([null, null]);
    expect(others(['win', 'lose'])).toEqual(['win', 'lose']);
    expect(others(['returned', 'win', 'lose'])).toEqual(['win', 'lose']);
    const lines = [
      line({ box: 2, hand: 2, stake: 500 }),
      line({ box: 2, hand: null, bet: 'player-pair', stake: 100, returned: 1200, result: 'win' }),
    ];
    const mine = arrange(table([box(2, { hands, results: ['lose'] })]), player({ lines }), 'me')[1];
    expect(mine?.hands.map((hand) => [hand.result, hand.net])).toEqual([
      [null, null],
      ['lose', -500],
    ]);
    expect(mine?.net).toBe(600);
  });

  it('do not tell the end of a round before the felt shows it', () => {
    const lines = [line({ returned: 2000, result: 'win' })];
    const hands = [hand(['KD', '9H'])];
    expect(arrange(table([box(1, { hands })]), player({ lines }), 'ann')[0]?.net).toBeNull();
    expect(
      arrange(table([box(1, { hands })], { over: true }), player({ lines }), 'ann')[0]?.net,
    ).toBe(1000);
  });

  it('do not mix the lines of another round in', () => {
    const view = table([box(1, { hands: [hand(['KD', '9H'])], results: ['win'] })], { over: true });
    const old = player({ round: 6, lines: [line({})] });
    expect(arrange(view, old, 'ann')[0]?.net).toBeNull();
    expect(betLines(view, old, 'initial', 1)).toEqual([]);
    expect(betLines(view, { ...old, round: 7 }, 'initial', 1)).toEqual(old.lines);
  });

  it('tell a surrender once', () => {
    const marks = (results: BoxView['results']) =>
      arrange(
        table([
          box(1, { hands: [hand(['KD', '6H'], { surrendered: true, doubled: true })], results }),
        ]),
        undefined,
        '',
      )[0]?.hands[0]?.marks;
    expect(marks([])).toEqual(['doubled', 'surrendered']);
    expect(marks(['surrender'])).toEqual(['doubled']);
  });
});

describe('the moves between two views', () => {
  const after = (before: Laid, hands: string[][], dealer: string[] = [], round = 7) =>
    moved(before, table([box(2, { hands: hands.map((cards) => hand(cards)) })], { round }, dealer));
  const ids = (laid: Laid) => laid.boxes[2]?.map((cards) => cards.map((card) => card.id));

  it('are the cards that were not there, each with a number of its own', () => {
    const first = after(nothingLaid, [['8S']], ['6C']);
    expect(first.moves).toEqual([
      { id: 1, kind: 'dealt' },
      { id: 2, kind: 'dealt' },
    ]);
    const second = after(first.laid, [['8S', '8S']], ['6C']);
    expect(second.moves).toEqual([{ id: 3, kind: 'dealt' }]);
    expect(ids(second.laid)).toEqual([[1, 3]]);
    expect(after(second.laid, [['8S', '8S']], ['6C']).moves).toEqual([]);
  });

  it('take the second card of a split to the hand beside it', () => {
    const before = after(nothingLaid, [['8S', '8H']]).laid;
    const split = after(before, [['8S'], ['8H']]);
    expect(split.moves).toEqual([{ id: 2, kind: 'split' }]);
    expect(ids(split.laid)).toEqual([[1], [2]]);
    const at = after(before, [['8S', '3D'], ['8H']]);
    expect(ids(at.laid)).toEqual([[1, 3], [2]]);
    expect(at.moves.map((move) => move.kind).sort()).toEqual(['dealt', 'split']);
  });

  it('find the hand that was split among several', () => {
    const two = after(after(nothingLaid, [['8S', '8H']]).laid, [
      ['8S', '8D'],
      ['8H', 'KD'],
    ]).laid;
    expect(ids(two)).toEqual([
      [1, 3],
      [2, 4],
    ]);
    const three = after(two, [['8S'], ['8D'], ['8H', 'KD']]);
    expect(ids(three.laid)).toEqual([[1], [3], [2, 4]]);
    expect(three.moves).toEqual([{ id: 3, kind: 'split' }]);
    const other = after(
      after(after(nothingLaid, [['8S', '8H']]).laid, [
        ['8S', 'KD'],
        ['8H', '8D'],
      ]).laid,
      [['8S', 'KD'], ['8H'], ['8D']],
    );
    expect(ids(other.laid)).toEqual([[1, 3], [2], [4]]);
  });

  it('see a card turned where it lies', () => {
    const before = after(nothingLaid, [['??', '??']], ['6C', '??']).laid;
    const turned = after(before, [['KD', '7H']], ['6C', '9S']);
    expect(turned.moves).toEqual([1, 2, 4].map((id) => ({ id, kind: 'turned' })));
    expect(ids(turned.laid)).toEqual([[1, 2]]);
  });

  it('begin anew with a round, and never use a number twice', () => {
    const before = after(nothingLaid, [['8S', '8H']]).laid;
    const next = after(before, [['8S', '8H']], [], 8);
    expect(ids(next.laid)).toEqual([[3, 4]]);
    expect(next.moves.map((move) => move.kind)).toEqual(['dealt', 'dealt']);
    expect(moved(next.laid, table(null, { round: 8 })).laid.boxes).toEqual({});
  });

  it('survive a card that was taken back', () => {
    const before = after(nothingLaid, [['8S', 'KH']]).laid;
    const put = after(before, [['8S']]);
    expect(ids(put.laid)).toEqual([[1]]);
    expect(put.moves).toEqual([]);
  });
});

describe('the squeeze', () => {
  const W = 60;
  const H = 84;
  const at = (matrix: number[], { x, y }: Point): Point => ({
    x: matrix[0]! * x + matrix[2]! * y + matrix[4]!,
    y: matrix[1]! * x + matrix[3]! * y + matrix[5]!,
  });
  const close = (first: Point, second: Point) => {
    expect(first.x).toBeCloseTo(second.x);
    expect(first.y).toBeCloseTo(second.y);
  };

  it('brings the corner to the finger', () => {
    for (const name of ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const) {
      const corner = cornerAt(W, H, name);
      const finger = { x: 25, y: 33 };
      const { matrix } = fold(W, H, corner, finger);
      // On the face's own drawing left and right are changed.
      close(at(matrix, { x: W - corner.x, y: corner.y }), finger);
    }
  });

  it('turns the face without mirroring it', () => {
    const [a, b, c, d] = fold(W, H, { x: 0, y: H }, { x: 20, y: 50 }).matrix;
    expect(a * d - b * c).toBeCloseTo(1);
  });

  it('leaves what is on the fold where it is', () => {
    const { bent, lies, matrix } = fold(W, H, { x: 0, y: H }, { x: 20, y: H - 20 });
    const onFold = bent.filter((point) => point.x !== W || point.y !== H);
    expect(onFold).toHaveLength(2);
    for (const point of onFold) {
      const there = at(matrix, point);
      close(there, { x: W - point.x, y: point.y });
      expect(lies.some((point) => Math.hypot(point.x - there.x, point.y - there.y) < 0.001)).toBe(
        true,
      );
    }
  });

  it('bends over as much as no longer lies', () => {
    expect(fold(W, H, { x: 0, y: H }, { x: 0, y: H }).open).toBe(0);
    const half = fold(W, H, { x: 0, y: H }, { x: 0, y: 0 });
    expect(half.open).toBeCloseTo(0.5);
    for (const finger of [
      { x: 5, y: 80 },
      { x: 50, y: 20 },
      { x: 70, y: -10 },
    ]) {
      const { bent, lies, open } = fold(W, H, { x: 0, y: H }, finger);
      expect(area(bent) + area(lies)).toBeCloseTo(W * H);
      expect(area(bent) / (W * H)).toBeCloseTo(open);
    }
  });

  it('is begun at the nearest corner', () => {
    expect(nearest(W, H, { x: 5, y: 80 })).toBe('bottom-left');
    expect(nearest(W, H, { x: 55, y: 5 })).toBe('top-right');
  });
});

describe('the notices on the felt', () => {
  const phrase = (key: string, args: Phrase['args'] = {}): Phrase => ({ key, args });
  const odds = phrase('{win} to {stake}', { win: 3, stake: 2 });
  const felt = {
    headline: phrase('Blackjack pays {odds}', { odds }),
    more: [
      phrase('Dealer must draw to 16 and stand on all 17s'),
      phrase('Insurance pays {odds}', { odds: phrase('{win} to {stake}', { win: 2, stake: 1 }) }),
      phrase('No splitting'),
    ],
    paying: ['rws-pairs'],
  };
  const pairs = [50, 20, 20].map((win) => ({ bet: 'rws-pairs', odds: { win, stake: 1 } })) as Pay[];

  it('are what the house has printed on it, and in figures what bets pay that pay in many ways', () => {
    expect(printed({ felt, bets: pairs })).toEqual({
      headline: 'Blackjack pays 3 to 2',
      required: 'Dealer must draw to 16 and stand on all 17s · Insurance pays 2 to 1',
      more: 'No splitting · RWS Pairs 50:1, 20:1',
    });
  });

  it('are none where the layout has only its bets', () => {
    expect(printed({ felt: null, bets: pairs })).toBeNull();
  });
});

it('gives boxes room by the cards on them, and alike while bets are taken', () => {
  const split = (hands: number) =>
    box(1, { initial: 1000, hands: Array.from({ length: hands }, () => hand(['8S', '8H'])) });
  const room = (hands: number, viewer: string) =>
    roomOf(arrange(table([split(hands)]), undefined, viewer)[0]!, true);
  expect([0, 1, 2, 3, 4].map((hands) => room(hands, 'bob'))).toEqual([0.6, 1, 1.6, 2.2, 2.2]);
  expect([0, 1, 2].map((hands) => room(hands, 'ann'))).toEqual([0.6, 1.5, 2.1]);
  expect(roomOf(arrange(table([split(4)]), undefined, 'ann')[0]!, false)).toBe(1);
});

it('gives them the same in two rows, each as wide as the felt', () => {
  const [split] = arrange(
    table([box(1, { hands: [hand(['8S', '8H']), hand(['8D', '8C'])] })]),
    undefined,
    'ann',
  );
  const boxes = (...hands: number[]) =>
    hands.map((count) => ({ hands: split!.hands.slice(0, count), mine: false }));
  expect(spansOf(boxes(0, 0, 0, 0, 0, 0, 0), false)).toEqual([12, 12, 12, 12, 12, 12, 12]);
  const spans = spansOf(boxes(0, 0, 2, 0, 1, 0, 0), true);
  expect(spans.slice(0, 4).reduce((sum, span) => sum + span)).toBe(COLUMNS);
  expect(spans[2]).toBe(23);
  expect(spans[4]).toBeGreaterThan(spans[5]!);
});
