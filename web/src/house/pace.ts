// How fast cards come over the felt, as a visitor likes it. The house's clocks wait for whoever
// watches unhurried: what a card takes there is less than the house allows for it (`showing`).
import type { TableView } from '../wire/socket';

export type Play = NonNullable<TableView['play']>;

export const SPEEDS = ['unhurried', 'brisk', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds. */
export interface Pace {
  /** From the shoe to its place, or until it lands where the felt reports it. */
  way: number;
  /** How long a card is looked at before the next one comes. */
  look: number;
  /** And the last of a round, before what came of it. */
  lastLook: number;
}

const AT_ONCE: Pace = { way: 0, look: 0, lastLook: 0 };

export function paceOf(speed: Speed, unhurried: Pace): Pace {
  if (speed === 'instant') return AT_ONCE;
  const { way, look, lastLook } = unhurried;
  return speed === 'brisk' ? { way: way / 2, look: look / 2, lastLook: lastLook / 2 } : unhurried;
}

/** Of several cards that come together, each sets out when the one before is so far on its way. */
export const NEXT_SETS_OUT = 0.4;
