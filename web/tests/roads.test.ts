import { describe, expect, it } from 'vitest';
import {
  askRoad,
  beads,
  bigRoad,
  coupOf,
  coupsOfShoe,
  derived,
  derivedRoad,
  place,
  placedBigRoad,
  runsOf,
  width,
  type Coup,
  type Derived,
  type Placed,
  type Rhythm,
  type Winner,
} from '../src/games/baccarat/roads';
import type { RoundOutcome } from '../src/wire/socket';

const WINNERS: Record<string, Winner> = { P: 'player', B: 'banker', T: 'tie' };
const shoe = (text: string): Winner[] =>
  [...text.replaceAll(' ', '')].map((letter) => WINNERS[letter]!);
const rhythm = (marks: Rhythm[]) => marks.map((mark) => (mark === 'red' ? 'r' : 'b')).join('');

/** A board as lines of text, so that a test looks like what it means. */
function drawn<Mark>(placed: Placed<Mark>[], letter: (mark: Mark) => string): string[] {
  const rows = Array.from({ length: 6 }, () => Array.from({ length: width(placed) }, () => '.'));
  for (const cell of placed) {
    expect(rows[cell.row]![cell.column], 'one place, one mark').toBe('.');
    rows[cell.row]![cell.column] = letter(cell.mark);
  }
  return rows.map((row) => row.join(''));
}
const bigBoard = (text: string) =>
  drawn(placedBigRoad(shoe(text)), (mark) => (mark.side ?? 't')[0]!);

describe('a result', () => {
  const coup = (name: string, facts: RoundOutcome['facts'], family = 'baccarat') =>
    coupOf({ round: 4, result: { family, name, facts } });
  it('is who won and with how many', () => {
    expect(coup('banker', { player: 5, banker: 7 })).toEqual({
      round: 4,
      winner: 'banker',
      points: 7,
      playerPair: false,
      bankerPair: false,
    });
    expect(coup('tie', { player: 0, banker: 0 })?.winner).toBe('tie');
  });
  it('may name the pairs', () => {
    expect(
      coup('player', { player: 6, banker: 2, player_pair: true, banker_pair: false }),
    ).toMatchObject({ playerPair: true, bankerPair: false });
    expect(
      coup('tie', { player: 3, banker: 3, player_pair: true, banker_pair: true }),
    ).toMatchObject({ playerPair: true, bankerPair: true });
  });
  it('that is void, or of another game, is none', () => {
    expect(coupOf({ round: 4, result: null })).toBeNull();
    expect(coup('black', { pocket: 17 }, 'roulette')).toBeNull();
  });
});

describe('a shoe', () => {
  const result = (round: number, shoe: number) => ({
    round,
    shoe,
    void: false,
    result: { family: 'baccarat', name: 'banker', facts: { player: 1, banker: 2 } },
  });
  it('begins new roads', () => {
    const last = [result(7, 3), result(8, 3), result(9, 4), result(10, 4)];
    expect(coupsOfShoe(last).map(({ round }) => round)).toEqual([9, 10]);
    expect(coupsOfShoe([])).toEqual([]);
  });
});

describe('the bead plate', () => {
  it('goes down and then right, ties too', () => {
    const coups = shoe('BPTBPPB').map((winner, round): Coup => ({
      round,
      winner,
      points: 1,
      playerPair: false,
      bankerPair: false,
    }));
    expect(drawn(beads(coups), (coup) => coup.winner[0]!)).toEqual([
      'bb',
      'p.',
      't.',
      'b.',
      'p.',
      'p.',
    ]);
  });
});

describe('the big road', () => {
  it('begins a column with every change', () => {
    expect(bigBoard('BBPBBB')).toEqual(['bpb', 'b.b', '..b', '...', '...', '...']);
  });
  it('writes ties on the last winner, and they break no run', () => {
    expect(bigRoad(shoe('B T T B P T'))).toEqual({
      runs: [
        { side: 'banker', ties: [2, 0] },
        { side: 'player', ties: [1] },
      ],
      leading: 0,
    });
    expect(bigBoard('BTTBPT')).toEqual(bigBoard('BBP'));
  });
  it('writes ties that came first on the first place', () => {
    expect(placedBigRoad(shoe('TT'))).toEqual([
      { mark: { side: null, ties: 2 }, column: 0, row: 0 },
    ]);
    expect(placedBigRoad(shoe('TTBT'))).toEqual([
      { mark: { side: 'banker', ties: 3 }, column: 0, row: 0 },
    ]);
    expect(placedBigRoad([])).toEqual([]);
  });
  it('turns right where a column is full: the dragon’s tail', () => {
    expect(bigBoard('BBBBBBBB')).toEqual(['b..', 'b..', 'b..', 'b..', 'b..', 'bbb']);
  });
  it('turns earlier where a tail lies in the way, and does not turn down again', () => {
    expect(bigBoard('BBBBBBBB PPPPPPP')).toEqual(['bp..', 'bp..', 'bp..', 'bp..', 'bppp', 'bbb.']);
    // The next column finds two tails below it; past the first it has one row more, and stays out of it.
    expect(bigBoard('BBBBBBBB PPPPPPP BBBBBB')).toEqual([
      'bpb..',
      'bpb..',
      'bpb..',
      'bpbbb',
      'bppp.',
      'bbb..',
    ]);
  });
  it('begins the next run past a tail that lies in the first row', () => {
    const runs = Array.from({ length: 6 }, (_, index) => (index % 2 ? 'P' : 'B').repeat(12));
    expect(bigBoard(`${runs.join('')}B`)[0]).toBe(`bpbpb${'p'.repeat(12)}b`);
  });
  it('never puts two marks on one place, nor leaves the board', () => {
    let seed = 7;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let game = 0; game < 200; game++) {
      const often = random();
      const text = Array.from({ length: 90 }, () =>
        random() < 0.1 ? 'T' : random() < often ? 'B' : 'P',
      ).join('');
      const placed = placedBigRoad(shoe(text));
      const wins = text.replaceAll('T', '').length;
      expect(placed).toHaveLength(wins || (text ? 1 : 0));
      drawn(placed, (mark) => mark.side![0]!);
      // Nothing gets lost: every tie is written somewhere.
      expect(placed.reduce((sum, cell) => sum + cell.mark.ties, 0)).toBe(text.length - wins);
    }
  });
});

describe('the derived roads', () => {
  it('begin with the second win of the second, third and fourth column', () => {
    expect(rhythm(derivedRoad(shoe('B P'), 'bigEye'))).toBe('');
    expect(derivedRoad(shoe('B PP'), 'bigEye')).toHaveLength(1);
    expect(derivedRoad(shoe('B P B'), 'small')).toHaveLength(0);
    expect(derivedRoad(shoe('B P BB'), 'small')).toHaveLength(1);
    expect(derivedRoad(shoe('B P B P'), 'cockroach')).toHaveLength(0);
    expect(derivedRoad(shoe('B P B PP'), 'cockroach')).toHaveLength(1);
  });
  it('or else with the first of the column after', () => {
    expect(derivedRoad(shoe('B P B'), 'bigEye')).toHaveLength(1);
    expect(derivedRoad(shoe('B P B P'), 'small')).toHaveLength(1);
    expect(derivedRoad(shoe('B P B P B'), 'cockroach')).toHaveLength(1);
  });
  it('compare the two columns before, when a new one begins', () => {
    expect(rhythm(derivedRoad(shoe('BB PP B'), 'bigEye'))).toBe('rr');
    expect(rhythm(derivedRoad(shoe('BBB PP B'), 'bigEye'))).toBe('rb');
  });
  it('look beside, further down: a mark is red, a first gap blue, a longer gap red again', () => {
    expect(rhythm(derivedRoad(shoe('BB PPPPP'), 'bigEye'))).toBe('rbrr');
    expect(rhythm(derivedRoad(shoe('B PP'), 'bigEye'))).toBe('b');
    expect(rhythm(derivedRoad(shoe('B PPP'), 'bigEye'))).toBe('br');
  });
  it('are all red in a chop, and over one dragon', () => {
    const chop = shoe('BPBPBPBPBPBP');
    for (const road of ['bigEye', 'small', 'cockroach'] as Derived[]) {
      expect(new Set(derivedRoad(chop, road))).toEqual(new Set(['red']));
    }
    expect(derivedRoad(shoe('B'.repeat(20)), 'bigEye')).toEqual([]);
  });
  it('do not mind ties', () => {
    const plain = 'BBPBPPPBBPBBBPPB';
    const tied = `T${[...plain].join('T')}TT`;
    for (const road of ['bigEye', 'small', 'cockroach'] as Derived[]) {
      expect(derivedRoad(shoe(tied), road)).toEqual(derivedRoad(shoe(plain), road));
    }
  });
  it('count a column by its length, though its tail lies bent', () => {
    // Two columns of eight, the second bent earlier than the first: equal all the same.
    expect(rhythm(derivedRoad(shoe('BBBBBBBB PPPPPPPP B'), 'bigEye'))).toBe('rrrrrrr' + 'r');
  });
  it('of a whole shoe, worked out by hand', () => {
    //   B P B P B P B
    //   B   B P   P
    //   B     P   P
    //         P
    const hand = shoe('BBB P BB PPPP B PPP B');
    // Column by column, from the third, the third and the fourth on.
    expect(rhythm(derivedRoad(hand, 'bigEye'))).toBe(['bb', 'brbr', 'b', 'bbr', 'b'].join(''));
    expect(rhythm(derivedRoad(hand, 'small'))).toBe(['r', 'bbrr', 'b', 'brr', 'b'].join(''));
    expect(rhythm(derivedRoad(hand, 'cockroach'))).toBe(['rrb', 'b', 'rrb', 'b'].join(''));
  });
  it('agree with the rule told the other way, by places taken and not by lengths', () => {
    let seed = 99;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let game = 0; game < 100; game++) {
      const lengths = Array.from({ length: 12 }, () => 1 + Math.floor(random() * 8));
      const taken = (column: number, row: number) => row < (lengths[column] ?? 0);
      for (const back of [1, 2, 3]) {
        const expected: Rhythm[] = [];
        for (const [column, length] of lengths.entries()) {
          for (let row = 0; row < length; row++) {
            if (row === 0) {
              if (column - 1 - back < 0) continue;
              const [a, b] = [column - 1, column - 1 - back];
              const deep = Array.from(
                { length: 9 },
                (_, at) => taken(a, at) === taken(b, at),
              ).every(Boolean);
              expected.push(deep ? 'red' : 'blue');
            } else if (column - back >= 0) {
              const [here, above] = [taken(column - back, row), taken(column - back, row - 1)];
              expected.push(here === above ? 'red' : 'blue');
            }
          }
        }
        expect(derived(lengths, back)).toEqual(expected);
      }
    }
  });
  it('are laid out as the big road is', () => {
    const board = drawn(place(runsOf([...'rrrrrrrrbbr'])), (mark) => mark);
    expect(board).toEqual(['rbr', 'rb.', 'r..', 'r..', 'r..', 'rrr']);
  });
});

describe('the ask road', () => {
  it('says nothing before the roads have begun', () => {
    expect(askRoad([], 'player')).toEqual({ bigEye: null, small: null, cockroach: null });
    expect(askRoad(shoe('BBB'), 'player')).toEqual({ bigEye: null, small: null, cockroach: null });
  });
  it('says what each side would mark', () => {
    expect(askRoad(shoe('BB P'), 'player')).toEqual({
      bigEye: 'red',
      small: null,
      cockroach: null,
    });
    expect(askRoad(shoe('BB P'), 'banker')).toEqual({
      bigEye: 'blue',
      small: null,
      cockroach: null,
    });
  });
  it('is what comes, and of the two sides always the opposite', () => {
    const whole = shoe('BBPBTPPPBBPTTBBBPPBPBBPPPPB');
    for (let played = 1; played < whole.length; played++) {
      const before = whole.slice(0, played);
      const next = whole[played]!;
      const said = { player: askRoad(before, 'player'), banker: askRoad(before, 'banker') };
      for (const road of ['bigEye', 'small', 'cockroach'] as const) {
        const marks = derivedRoad([...before, next], road);
        const grown = marks.length > derivedRoad(before, road).length;
        if (next !== 'tie') expect(said[next][road]).toBe(grown ? marks.at(-1) : null);
        if (said.player[road] && said.banker[road])
          expect(said.player[road]).not.toBe(said.banker[road]);
      }
    }
  });
});
