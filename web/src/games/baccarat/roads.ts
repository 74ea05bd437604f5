// The five roads: how baccarat players write down a shoe. From results to marks, and from marks to
// places on a grid six rows high; drawing them is somebody else's.
import type { LastResult } from '../../wire/socket';

export type Side = 'player' | 'banker';
export type Winner = Side | 'tie';

export interface Coup {
  round: number;
  winner: Winner;
  points: number;
  playerPair: boolean;
  bankerPair: boolean;
}

/** A run of one side in the big road: an entry is a win, and how many ties came after it. */
export interface Run {
  side: Side;
  ties: number[];
}

export interface BigRoad {
  runs: Run[];
  /** Ties before either side had won: written on the first place of the road. */
  leading: number;
}

/** Regular or not: red and blue on the boards, whoever won. */
export type Rhythm = 'red' | 'blue';

/** How many runs back a derived road looks. */
export const LOOKS_BACK = { bigEye: 1, small: 2, cockroach: 3 } as const;
export type Derived = keyof typeof LOOKS_BACK;

export interface Placed<Mark> {
  mark: Mark;
  column: number;
  row: number;
}

export const ROWS = 6;

/** What was void, or is a result of another game, is no coup. */
export function coupOf({ round, result }: Pick<LastResult, 'round' | 'result'>): Coup | null {
  if (result?.family !== 'baccarat') return null;
  const { player, banker, player_pair, banker_pair } = result.facts;
  return {
    round,
    winner: result.name as Winner,
    points: Math.max(Number(player), Number(banker)),
    playerPair: player_pair === true,
    bankerPair: banker_pair === true,
  };
}

/** The coups of the newest shoe: every shoe begins new roads. */
export function coupsOfShoe(last: readonly LastResult[]): Coup[] {
  const newest = last.at(-1)?.shoe;
  return last
    .filter(({ shoe }) => shoe === newest)
    .map(coupOf)
    .filter((coup): coup is Coup => coup !== null);
}

export function bigRoad(winners: Winner[]): BigRoad {
  const runs: Run[] = [];
  let leading = 0;
  for (const winner of winners) {
    const run = runs.at(-1);
    if (winner !== 'tie') {
      if (run?.side === winner) run.ties.push(0);
      else runs.push({ side: winner, ties: [0] });
    } else if (run) {
      run.ties[run.ties.length - 1]! += 1;
    } else {
      leading += 1;
    }
  }
  return { runs, leading };
}

/** The marks of a derived road, in their order. Only the lengths of runs count, not how they are
    bent on the board. */
export function derived(lengths: number[], back: number): Rhythm[] {
  const marks: Rhythm[] = [];
  for (const [column, length] of lengths.entries()) {
    for (let row = 0; row < length; row++) {
      // A new run: were the one before and its counterpart equally long? Further down: the same
      // place beside it is taken, or has been empty for longer than just now.
      const compared = row === 0 ? column - 1 - back : column - back;
      const beside = lengths[compared];
      if (beside === undefined) continue;
      const regular = row === 0 ? beside === lengths[column - 1] : beside !== row;
      marks.push(regular ? 'red' : 'blue');
    }
  }
  return marks;
}

export function derivedRoad(winners: Winner[], road: Derived): Rhythm[] {
  const lengths = bigRoad(winners).runs.map((run) => run.ties.length);
  return derived(lengths, LOOKS_BACK[road]);
}

/** What each derived road would mark if this side came next; null: it has not begun. */
export function askRoad(winners: Winner[], side: Side): Record<Derived, Rhythm | null> {
  const then = [...winners, side];
  const next = (road: Derived) => {
    const marks = derivedRoad(then, road);
    return marks.length > derivedRoad(winners, road).length ? (marks.at(-1) ?? null) : null;
  };
  return { bigEye: next('bigEye'), small: next('small'), cockroach: next('cockroach') };
}

/** Marks gathered into runs of the same. */
export function runsOf<Mark>(marks: Mark[]): Mark[][] {
  const runs: Mark[][] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    if (run && run[0] === mark) run.push(mark);
    else runs.push([mark]);
  }
  return runs;
}

/** Each run goes down its column; where it meets the floor or another's tail it turns right, and
    stays in that row: the dragon's tail. */
export function place<Mark>(runs: Mark[][], rows = ROWS): Placed<Mark>[] {
  const placed: Placed<Mark>[] = [];
  const taken = new Set<string>();
  const free = (column: number, row: number) => row < rows && !taken.has(`${column}/${row}`);
  let start = 0;
  for (const run of runs) {
    while (!free(start, 0)) start += 1;
    let [column, row, turned] = [start, 0, false];
    for (const [index, mark] of run.entries()) {
      if (index > 0) {
        turned ||= !free(column, row + 1);
        if (turned) column += 1;
        else row += 1;
      }
      placed.push({ mark, column, row });
      taken.add(`${column}/${row}`);
    }
  }
  return placed;
}

export interface BigMark {
  /** None: only ties so far. */
  side: Side | null;
  ties: number;
}

export function placedBigRoad(winners: Winner[]): Placed<BigMark>[] {
  const { runs, leading } = bigRoad(winners);
  if (!runs.length)
    return leading ? [{ mark: { side: null, ties: leading }, column: 0, row: 0 }] : [];
  const marks = runs.map(({ side, ties }) => ties.map((count): BigMark => ({ side, ties: count })));
  marks[0]![0]!.ties += leading;
  return place(marks);
}

/** The bead plate: one after the other, down and then right. */
export function beads(coups: Coup[], rows = ROWS): Placed<Coup>[] {
  return coups.map((mark, index) => ({
    mark,
    column: Math.floor(index / rows),
    row: index % rows,
  }));
}

export const width = (placed: Placed<unknown>[]): number =>
  placed.reduce((most, cell) => Math.max(most, cell.column + 1), 0);
