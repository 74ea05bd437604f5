// The games that the client knows: each folder with a `game.ts`, under the name of its family. A game
// from another package has no folder, and all its parts are the default.
import { DEFAULT } from './default/parts';
import type { Game, OwnParts } from './game';
import type { Play } from '../house/pace';

const own = import.meta.glob<OwnParts<Play>>('./*/game.ts', { eager: true, import: 'default' });

const GAMES: ReadonlyMap<string, Game> = new Map(
  Object.entries(own)
    .map(([path, parts]): [string, Game] => [
      path.split('/')[1]!,
      { ...DEFAULT, ...parts, bets: { ...DEFAULT.bets, ...parts.bets } },
    ])
    .sort(([, one], [, other]) => one.order - other.order),
);

/** The families in the order of the lobby. */
export const FAMILIES: readonly string[] = [...GAMES.keys()];

export const ALL_GAMES: readonly Game[] = [...GAMES.values()];

/** What one of the games has to say, where it is not known which is meant. */
export function ofAnyGame<Answer>(ask: (game: Game) => Answer | null | undefined): Answer | null {
  for (const game of GAMES.values()) {
    const answer = ask(game);
    if (answer !== null && answer !== undefined) return answer;
  }
  return null;
}

export const gameOf = (family: string | undefined): Game => GAMES.get(family ?? '') ?? DEFAULT;
