// Codes as another program draws them, of one block and of several, with and without version marks.
import { expect, it } from 'vitest';
import { qr } from '../src/house/qr';
import drawn from './fixtures/qr.json';

const rows = (text: string) => qr(text).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

it.each(Object.entries(drawn))('%s is drawn module by module', (text, expected) => {
  expect(rows(text)).toEqual(expected);
});

it('grows with its text, and refuses what does not fit', () => {
  expect(qr('x'.repeat(14))).toHaveLength(21);
  expect(qr('x'.repeat(15))).toHaveLength(25);
  expect(qr('x'.repeat(213))).toHaveLength(57);
  expect(() => qr('x'.repeat(214))).toThrow(RangeError);
});
