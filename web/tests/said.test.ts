// Whatever the house can refuse or announce is known in every language.
import { expect, it } from 'vitest';
import { announcement } from '../src/i18n/words.svelte';
import refusals from '../src/i18n/en/refusal.json';
import errors from '../../src/croupier/kit/errors.py?raw';
import guide from '../../src/croupier/table/guide.py?raw';
import said from '../src/i18n/en/said.json';

it('every refusal has a text', () => {
  const codes = [...errors.matchAll(/^ {4}[A-Z_]+ = "([a-z-]+)"/gm)].map((one) => one[1]!);
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !(code in refusals))).toEqual([]);
});

it('every announcement of a table has a text', () => {
  const body = guide.slice(guide.indexOf('def announcement'), guide.indexOf('def _may'));
  const words = [...body.matchAll(/return f?"([^"]+)"/g), ...guide.matchAll(/^[A-Z_]+ = "([^"]+)"$/gm)];
  const keys = words.map((one) => one[1]!.replace(/\{\w+\}/g, '').replace(/[^A-Za-z]+/g, '-').replace(/^-|-$/g, '').toLowerCase());
  expect(keys.length).toBeGreaterThan(9);
  expect(keys.filter((key) => !(key in said))).toEqual([]);
});

it('the numbers in an announcement keep their places', () => {
  expect(announcement('17, black')).toBe('17, black');
  expect(announcement('From the next round: 2.5 to 500')).toBe('From the next round: 2.5 to 500');
  expect(announcement('An adjustment was made to round 12')).toBe('An adjustment was made to round 12');
  expect(announcement('Something new')).toBe('Something new');
});
