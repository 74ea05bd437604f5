// A win is celebrated in proportion.
import { expect, it } from 'vitest';
import { joyOf } from '../src/house/celebration';

const line = (stake: number, returned: number) => ({ stake, returned });

it('is nothing for a push, a loss or nothing at all', () => {
  expect(joyOf([])).toBe(0);
  expect(joyOf([line(100, 100)])).toBe(0);
  expect(joyOf([line(100, 0)])).toBe(0);
});

it('grows with what the bet pays, not with how much was staked', () => {
  expect(joyOf([line(100, 200)])).toBe(1);
  expect(joyOf([line(100_000, 200_000)])).toBe(1);
  expect(joyOf([line(100, 1_000)])).toBe(2);
  expect(joyOf([line(100, 3_600)])).toBe(3);
});

it('takes the won bets together, and asks of the lost ones only whether it is a win', () => {
  expect(joyOf([line(100, 250), line(10, 120)])).toBe(2);
  expect(joyOf([line(100, 250), line(10, 260)])).toBe(3);
  expect(joyOf([line(100, 3_600), line(3_000, 0)])).toBe(3);
  expect(joyOf([line(100, 3_600), line(3_500, 0)])).toBe(0);
});
