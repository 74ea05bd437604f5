// How much there is to celebrate in what a player has won.
import type { Line } from '../wire/socket';

/** 0: nothing; 1: about the stake; 2: several times the stake; 3: what one tells others about. */
export type Joy = 0 | 1 | 2 | 3;

const SEVERAL = 4;
const MANY = 20;

/** By what the bets that won have paid for each chip on them, all together: so a good hand with a
    side bet is more than either, and what was lost elsewhere only decides whether there is a win. */
export function joyOf(lines: Pick<Line, 'stake' | 'returned'>[]): Joy {
  const gain = lines.reduce((sum, line) => sum + line.returned - line.stake, 0);
  if (gain <= 0) return 0;
  const won = lines.filter((line) => line.stake > 0 && line.returned > line.stake);
  const times = won.reduce((sum, line) => sum + (line.returned - line.stake) / line.stake, 0);
  return times >= MANY ? 3 : times >= SEVERAL ? 2 : 1;
}
