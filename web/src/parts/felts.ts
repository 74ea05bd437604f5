// The cloth of each table: its colour, unless the house has chosen one, and its pattern.
import { gameOf } from '../games';
import type { Cloth } from '../games/game';
import type { Felt } from '../wire/http';

const PLAIN: Cloth = { colour: 'green', pattern: 'plain' };

/** The classes of a table's cloth: see cloth.css. */
export function clothOf({
  family,
  game,
  felt,
}: {
  family: string;
  game: string;
  felt: Felt | null;
}): string {
  const { colour, pattern } = gameOf(family).cloths[game] ?? PLAIN;
  return `cloth ${felt ?? colour} ${pattern}`;
}
