// Everything about one game is in its folder, `src/games/<family>/`, and a folder is all that a game needs.
import { describe, expect, it } from 'vitest';
import { ALL_GAMES, FAMILIES, gameOf } from '../src/games';
import { DEFAULT } from '../src/games/default/parts';
import { speech } from '../src/i18n/words.svelte';

// Generated types, and the words of all games, are in one place each.
const sources = import.meta.glob<string>(
  ['../src/**/*.{svelte,ts,css}', '!../src/wire/**', '!../src/i18n/**'],
  { eager: true, query: '?raw', import: 'default' },
);
const NAMES = FAMILIES.join('|');

/** The game in whose folder a file is. */
const folderOf = (path: string) => new RegExp(`/src/games/(${NAMES})/`).exec(path)?.[1] ?? null;

/** Where a source names a game that is not its own; an import from its folder names it too. */
const foreignGames = (path: string, source: string): string[] =>
  [...source.matchAll(new RegExp(`.*(${NAMES}).*`, 'gi'))]
    .filter(([, family]) => family?.toLowerCase() !== folderOf(path))
    .map(([line]) => `${path}: ${line.trim()}`);

it('outside the folder of a game no file names it', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(Object.entries(sources).flatMap(([path, source]) => foreignGames(path, source))).toEqual(
    [],
  );
});

it.each([
  ['../src/house/x.ts', "if (view.family === 'roulette') return;"],
  ['../src/house/x.ts', "t('baccarat.void')"],
  ['../src/house/x.ts', "import type { BlackjackPlay } from '../wire/socket';"],
  ['../src/parts/X.svelte', "import { ORDER } from '../games/roulette/wheel';"],
  ['../src/pages/x.ts', "const felt = () => import('../games/blackjack/Felt.svelte');"],
  ['../src/games/index.ts', "import blackjack from './blackjack/game';"],
  ['../src/games/default/parts.ts', "import Picture from '../roulette/Picture.svelte';"],
  ['../src/games/baccarat/x.ts', "import { HANDS } from '../blackjack/arrange';"],
])('finds in %s: %s', (path, source) => {
  expect(foreignGames(path, source)).toHaveLength(1);
});

it('lets a game name itself', () => {
  const source = "import x from './wheel'; if (play.family === 'roulette') x();";
  expect(foreignGames('../src/games/roulette/x.ts', source)).toEqual([]);
});

it('the games are found by their folders, in the order of the lobby', () => {
  expect(FAMILIES).toEqual(['blackjack', 'baccarat', 'roulette']);
});

describe('a game from another package', () => {
  const other = gameOf('dragon-tiger');

  it('has the default of every part', () => {
    expect(other).toBe(DEFAULT);
    for (const game of ALL_GAMES)
      expect(Object.keys(game).sort()).toEqual(Object.keys(DEFAULT).sort());
  });

  it('is drawn from its places', () => {
    const play = { family: 'hands' as const, hands: [{ place: 'dragon', cards: ['KS', '8H'] }] };
    expect(other.cards(play)).toEqual([['KS', '8H']]);
    expect(other.dealt(play)).toBe(2);
    expect(other.narrate(null, play, (key) => key)).toHaveLength(2);
  });
});

it('the words that descriptors name are there', async () => {
  await speech.fetchStaffWords();
  for (const { words, bets } of [DEFAULT, ...ALL_GAMES]) {
    const keys = [words, bets.notes, bets.noChat, bets.edgeNotes].flatMap(Object.values);
    const missing = keys.filter((key) => key !== words.stagedExample && !speech.has(key));
    expect(missing).toEqual([]);
  }
});
