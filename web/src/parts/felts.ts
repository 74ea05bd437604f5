// The cloth of each game: its colour, unless the house has chosen one for the table, and its pattern.
import type { Felt } from '../wire/http';

const GAMES: Record<string, { colour: Felt; pattern: string }> = {
  'rws-blackjack': { colour: 'green', pattern: 'lozenges' },
  'rws-blackjack-plus': { colour: 'purple', pattern: 'rays' },
  'live-blackjack': { colour: 'blue', pattern: 'pinstripes' },
  'classic-blackjack-shoe': { colour: 'burgundy', pattern: 'scales' },
  'classic-blackjack-double': { colour: 'teal', pattern: 'chevrons' },
  'classic-blackjack-single': { colour: 'charcoal', pattern: 'dots' },
  'live-baccarat': { colour: 'copper', pattern: 'rings' },
  'rws-knockout-baccarat': { colour: 'navy', pattern: 'squares' },
  'live-roulette': { colour: 'forest', pattern: 'plain' },
};
const OTHERS = { colour: 'green', pattern: 'plain' };

/** The classes of a table's cloth: see cloth.css. */
export function clothOf({ game, felt }: { game: string; felt: Felt | null }): string {
  const { colour, pattern } = GAMES[game] ?? OTHERS;
  return `cloth ${felt ?? colour} ${pattern}`;
}
