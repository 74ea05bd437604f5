import { beforeEach, expect, test } from 'vitest';
import { emptyStorage } from './local-storage';
import { Favourites, MOST_FAVOURITES, onSeats, sumOf } from '../src/house/favourites.svelte';

const chip = (bet: string, amount: number, box: number | null = null) => ({ bet, amount, box });

beforeEach(emptyStorage);

test('what is kept is there the next time, and for its game alone', () => {
  new Favourites('live-roulette').keep('mine', [chip('red', 500), chip('straight:7', 100)]);
  expect(new Favourites('live-roulette').all).toEqual([
    { name: 'mine', chips: [chip('red', 500), chip('straight:7', 100)] },
  ]);
  expect(new Favourites('live-baccarat').all).toEqual([]);
});

test('one of the same name is replaced, one is forgotten, and the oldest gives way', () => {
  const favourites = new Favourites('live-roulette');
  for (let n = 0; n <= MOST_FAVOURITES; n++) favourites.keep(`n${n}`, [chip('red', n + 1)]);
  expect(favourites.all.map(({ name }) => name)).not.toContain('n0');
  favourites.keep('n1', [chip('black', 700)]);
  expect(favourites.all).toHaveLength(MOST_FAVOURITES);
  expect(sumOf(favourites.all.at(-1)!.chips)).toBe(700);
  favourites.forget('n1');
  expect(favourites.all.map(({ name }) => name)).not.toContain('n1');
});

test('what is not readable is none', () => {
  localStorage.setItem(
    'favourites:live-roulette',
    '[{"name": 1}, null, {"name": "x", "chips": [{}]}]',
  );
  expect(new Favourites('live-roulette').all).toEqual([]);
  localStorage.setItem('favourites:live-roulette', '{');
  expect(new Favourites('live-roulette').all).toEqual([]);
});

test('chips come to the boxes one sits at', () => {
  const kept = [chip('initial', 500, 2), chip('player-pair', 100, 2), chip('initial', 300, 4)];
  expect(onSeats(kept, [6])).toEqual([chip('initial', 500, 6), chip('player-pair', 100, 6)]);
  expect(onSeats(kept, [])).toEqual(kept);
});
