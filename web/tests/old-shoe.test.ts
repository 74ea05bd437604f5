// The rest of a shoe, card by card: how many, which, and when it is enough.
import { beforeEach, expect, it } from 'vitest';
import { emptyStorage } from './local-storage';

emptyStorage();
const { OldShoe } = await import('../src/pages/deal/old-shoe.svelte');

const expected = { left: 2, burned: 1 };
beforeEach(emptyStorage);

function found(...cards: string[]) {
  const old = new OldShoe('bj-1');
  old.recall(7);
  for (const card of cards) expect(old.add(card, expected)).toBe(true);
  return old;
}

it('is not said anything of while nobody has looked', () => {
  expect(found().record(expected)).toEqual({});
  expect(found().off(expected)).toBe(0);
});

it('may be counted only', () => {
  const old = found();
  old.counted = 1;
  expect(old.record(expected)).toEqual({ left: 1 });
  expect(old.off(expected)).toBe(-1);
});

it('takes what was left, then what was burned, and no more', () => {
  const old = found('AS', 'KD');
  expect(old.record(expected)).toEqual({ left: 2, left_cards: ['AS', 'KD'] });
  expect(old.next(expected)).toBe('burned');
  old.add('2C', expected);
  expect(old.record(expected)).toEqual({ left: 2, left_cards: ['AS', 'KD'], burned_cards: ['2C'] });
  expect(old.add('3C', expected)).toBe(false);
});

it('takes one more where the dealer says that there is one', () => {
  const old = found('AS', 'KD', '2C');
  old.more = true;
  expect(old.add('3C', expected)).toBe(true);
  expect(old.of('left')).toEqual(['AS', 'KD', '3C']);
  expect(old.off(expected)).toBe(1);
  expect(old.add('4C', expected)).toBe(false);
  old.undo();
  expect(old.off(expected)).toBe(0);
  expect(old.of('burned')).toEqual(['2C']);
});

it('goes back card by card', () => {
  const old = found('AS');
  old.undo();
  old.undo();
  expect(old.begun).toBe(false);
});

it('is remembered for this table and round alone, until the fresh shoe is made', () => {
  found('AS', 'KD');
  expect(found().of('left')).toEqual(['AS', 'KD']);
  const later = new OldShoe('bj-1');
  later.recall(8);
  expect(later.begun).toBe(false);
  const other = new OldShoe('bj-2');
  other.recall(7);
  expect(other.begun).toBe(false);
  found().drop();
  expect(found().begun).toBe(false);
});
