import { describe, expect, it } from 'vitest';
import { CALLS, chipsOf, composed, neighbourBet, numbersOf } from '../src/games/roulette/calls';
import { LYING, placeOf, stepTo, UPRIGHT } from '../src/games/roulette/layout';
import { pastPockets, cold, hot, outcomes } from '../src/games/roulette/results';
import { colourOf } from '../src/games/roulette/colour';
import { covered, SPOTS } from '../src/games/roulette/spots';
import { edgesWithinReach, roomOf } from '../src/games/roulette/room';
import { fields, LYING_TRACK, UPRIGHT_TRACK } from '../src/games/roulette/track';
import { neighbours, ORDER } from '../src/games/roulette/wheel';
import type { LastResult, Line } from '../src/wire/socket';

const bets = [...SPOTS.keys()];
const spots = (kind: string) => bets.filter((bet) => bet.split(':')[0] === kind);
const shapes = [
  ['lying', LYING],
  ['upright', UPRIGHT],
] as const;

describe('the spots', () => {
  it('are the 151 of R25', () => {
    const kinds = ['straight', 'split', 'street', 'corner', 'line', 'column', 'dozen'];
    expect(kinds.map((kind) => spots(kind).length)).toEqual([37, 57, 12, 22, 11, 3, 3]);
    expect(bets).toHaveLength(151);
  });

  it('lie on as many numbers as their kind says, and zero is on its own only', () => {
    const sizes = { straight: 1, split: 2, street: 3, corner: 4, line: 6, column: 12, dozen: 12 };
    for (const [kind, size] of Object.entries(sizes)) {
      for (const bet of spots(kind)) expect(new Set(covered(bet)).size, bet).toBe(size);
    }
    for (const bet of ['red', 'black', 'odd', 'even', 'low', 'high'])
      expect(covered(bet), bet).toHaveLength(18);
    expect(bets.filter((bet) => covered(bet).includes(0))).toEqual(['straight:0']);
  });

  it('are called by their first and last number', () => {
    for (const kind of ['split', 'street', 'corner', 'line']) {
      for (const bet of spots(kind))
        expect(`${kind}:${covered(bet)[0]}-${covered(bet).at(-1)}`).toBe(bet);
    }
    expect(covered('corner:17-21')).toEqual([17, 18, 20, 21]);
    expect(covered('column:3').slice(0, 3)).toEqual([3, 6, 9]);
    expect(covered('dozen:2').slice(0, 2)).toEqual([13, 14]);
  });

  it('are red where the wheel is', () => {
    expect([0, 1, 2, 10, 11, 19, 36].map(colourOf)).toEqual([
      'green',
      'red',
      'black',
      'black',
      'black',
      'red',
      'red',
    ]);
    expect(covered('red').every((n) => colourOf(n) === 'red')).toBe(true);
  });
});

describe.each(shapes)('the layout, %s', (_, shape) => {
  const middle = (bet: string) => {
    const { left, top, width, height } = placeOf(bet, shape);
    return [left + width / 2, top + height / 2] as const;
  };

  it('has every spot on the cloth, each with a middle of its own', () => {
    const middles = new Set<string>();
    for (const bet of bets) {
      const { left, top, width, height } = placeOf(bet, shape);
      expect(Math.min(left, top), bet).toBeGreaterThanOrEqual(-1e-9);
      expect(Math.max(left + width, top + height), bet).toBeLessThanOrEqual(1 + 1e-9);
      middles.add(
        middle(bet)
          .map((coordinate) => coordinate.toFixed(4))
          .join(),
      );
    }
    expect(middles.size).toBe(151);
  });

  it('has inside bets in the middle of the numbers they lie on', () => {
    for (const bet of [...spots('split'), ...spots('corner')]) {
      const numbers = covered(bet).map((n) => middle(`straight:${n}`));
      for (const axis of [0, 1] as const) {
        const mean = numbers.reduce((sum, number) => sum + number[axis], 0) / numbers.length;
        expect(middle(bet)[axis], bet).toBeCloseTo(mean);
      }
    }
  });

  it('leaves every number a place of its own between its edges', () => {
    const numbers = spots('straight').map((bet) => middle(bet));
    for (const bet of [
      ...spots('split'),
      ...spots('corner'),
      ...spots('street'),
      ...spots('line'),
    ]) {
      const { left, top, width, height } = placeOf(bet, shape);
      const over = numbers.filter(
        ([x, y]) => x > left && x < left + width && y > top && y < top + height,
      );
      expect(over, bet).toEqual([]);
    }
  });

  it('is wholly within reach of the arrow keys', () => {
    const reached = new Set(['straight:0']);
    for (const bet of reached) {
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        const next = stepTo(bet, key, shape);
        if (next) reached.add(next);
      }
    }
    expect(bets.filter((bet) => !reached.has(bet))).toEqual([]);
  });
});

it('arrow keys go where they point', () => {
  const path = (from: string, shape: typeof LYING, ...keys: string[]) =>
    keys.reduce((bet, key) => stepTo(bet, `Arrow${key}`, shape) ?? 'nowhere', from);
  expect(path('straight:17', LYING, 'Right')).toBe('split:17-20');
  expect(path('straight:17', LYING, 'Up')).toBe('split:17-18');
  expect(path('straight:17', LYING, 'Right', 'Up')).toBe('corner:17-21');
  expect(path('straight:17', LYING, 'Right', 'Right')).toBe('straight:20');
  expect(path('straight:16', LYING, 'Down')).toBe('street:16-18');
  expect(path('straight:36', LYING, 'Right')).toBe('column:3');
  expect(path('straight:3', LYING, 'Left')).toBe('straight:0');
  expect(path('straight:17', UPRIGHT, 'Down')).toBe('split:17-20');
  expect(path('straight:17', UPRIGHT, 'Right')).toBe('split:17-18');
  expect(path('straight:2', UPRIGHT, 'Up')).toBe('straight:0');
  expect(stepTo('straight:17', 'x', LYING)).toBeNull();
  expect(stepTo('straight:0', 'ArrowLeft', LYING)).toBeNull();
});

describe('the wheel', () => {
  it('has every pocket once, red and black in turn', () => {
    expect([...ORDER].sort((a, b) => a - b)).toEqual([...Array(37).keys()]);
    const colours = ORDER.slice(1).map(colourOf);
    colours.forEach((colour, index) => expect(colour).toBe(index % 2 ? 'black' : 'red'));
  });

  it('knows neighbours past zero', () => {
    expect(neighbours(0, 2)).toEqual([3, 26, 0, 32, 15]);
    expect(neighbours(26, 1)).toEqual([3, 26, 0]);
    expect(neighbours(5, 0)).toEqual([5]);
  });
});

describe('the racetrack', () => {
  it.each([LYING_TRACK, UPRIGHT_TRACK])('has all pockets in order, inside its outline', (track) => {
    const all = fields(track);
    expect(all.map((field) => field.pocket)).toEqual(ORDER);
    const [width, height] = track.upright ? [track.wide, track.long] : [track.long, track.wide];
    for (const { outline } of all) {
      for (const point of outline.split(' ')) {
        const [x = NaN, y = NaN] = point.split(',').map(Number);
        expect(x >= 0 && x <= width && y >= 0 && y <= height, point).toBe(true);
      }
    }
  });

  it.each([LYING_TRACK, UPRIGHT_TRACK])(
    'has neighbours side by side, each with room for a finger',
    (track) => {
      const middles = fields(track).map((field) => field.middle);
      middles.forEach(([x, y], index) => {
        const [nx, ny] = middles[(index + 1) % middles.length]!;
        const apart = Math.hypot(nx - x, ny - y);
        expect(apart).toBeGreaterThan(40);
        expect(apart).toBeLessThan(56);
      });
    },
  );
});

describe('call bets', () => {
  const arc = (from: number, to: number) => {
    const at = ORDER.indexOf(from);
    const turned = [...ORDER.slice(at), ...ORDER.slice(0, at)];
    return turned.slice(0, turned.indexOf(to) + 1).sort((a, b) => a - b);
  };
  const on = (call: keyof typeof CALLS) => numbersOf(CALLS[call]).sort((a, b) => a - b);

  it('are made only of bets that are on this layout', () => {
    for (const parts of Object.values(CALLS)) {
      for (const { bet } of parts) expect(SPOTS.has(bet), bet).toBe(true);
    }
  });

  it('lie on their part of the wheel and nowhere else', () => {
    expect(on('voisins')).toEqual(arc(22, 25));
    expect(on('tiers')).toEqual(arc(27, 33));
    expect(on('orphelins')).toEqual([...arc(17, 6), ...arc(1, 9)].sort((a, b) => a - b));
    expect(on('zero')).toEqual(arc(12, 15));
  });

  it('together leave no number out, and voisins, tiers and orphelins share none', () => {
    const all = [...on('voisins'), ...on('tiers'), ...on('orphelins')].sort((a, b) => a - b);
    expect(all).toEqual([...Array(37).keys()]);
  });

  it('cost as many chips as they say', () => {
    expect(
      Object.fromEntries(Object.entries(CALLS).map(([call, parts]) => [call, chipsOf(parts)])),
    ).toEqual({
      voisins: 10,
      tiers: 6,
      orphelins: 5,
      zero: 5,
    });
    expect(composed(CALLS.voisins)).toBe(
      '0 · 2 · 3 · 4-7 · 12-15 · 18-21 · 19-22 · 32-35 · 25-29 ×2',
    );
    expect(neighbourBet(0, 1).map((part) => part.bet)).toEqual([
      'straight:26',
      'straight:0',
      'straight:32',
    ]);
  });
});

describe('what came before', () => {
  const last = (...pockets: (number | null)[]): LastResult[] =>
    pockets.map((pocket, round) => ({
      round,
      result: pocket === null ? null : { family: 'roulette', name: 'black', facts: { pocket } },
      void: pocket === null,
      shoe: 1,
    }));

  it('is told newest first, without void rounds', () => {
    expect(pastPockets(last(17, null, 0))).toEqual([
      { round: 2, pocket: 0 },
      { round: 0, pocket: 17 },
    ]);
  });

  it('has hot numbers, by how often, and cold ones', () => {
    const pockets = [5, 0, 5, 12, 0, 5, 7];
    expect(hot(pockets)).toEqual([
      [5, 3],
      [0, 2],
    ]);
    expect(hot([1, 2, 3])).toEqual([]);
    expect(cold(pockets)).toHaveLength(33);
    expect(cold(pockets)).not.toContain(0);
  });

  it('says what became of each spot', () => {
    const line = (bet: string, stake: number, returned: number) =>
      ({ bet, stake, returned }) as Line;
    const results = outcomes([
      line('red', 500, 0),
      line('straight:7', 100, 3600),
      line('straight:7', 0, 50),
      line('', 0, 900),
    ]);
    expect([...results]).toEqual([
      ['red', { stake: 500, returned: 0 }],
      ['straight:7', { stake: 100, returned: 3650 }],
    ]);
  });
});

describe('the room of a roulette felt', () => {
  it.each([
    ['a phone', 336, 354, 'one'],
    ['a tall phone', 366, 558, 'one'],
    ['a phone on its side', 596, 322, 'one-beside'],
    ['a tablet', 766, 896, 'upright'],
    ['a tablet on its side', 1126, 536, 'lying'],
    ['a desk', 946, 661, 'lying'],
    ['a low desk', 946, 480, 'one-beside'],
  ])('on %s', (_, width, height, room) => {
    expect(roomOf(width, height)).toBe(room);
  });

  it('has edges within reach of a finger where all of it is shown at once, and magnified', () => {
    const within = (shape: typeof LYING, along: number, across: number) =>
      edgesWithinReach(along, across, shape.edge, shape.outside);
    expect(within(LYING, 840, 250)).toBe(true);
    expect(within(LYING, 800, 250)).toBe(false);
    expect(within(LYING, 840, 230)).toBe(false);
    expect(within(UPRIGHT, 710, 400)).toBe(true);
    expect(within(UPRIGHT, 49 * 16 - 21, 336)).toBe(true);
    expect(within(LYING, 336, 220)).toBe(false);
  });
});
