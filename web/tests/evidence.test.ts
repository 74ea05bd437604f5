import { expect, test } from 'vitest';
import { apart, evidenceScale, timesText } from '../src/pages/pit/evidence';

test('a scale in powers of ten holds what is watched and the alarm', () => {
  const up = evidenceScale([0.001, 5, 1000]);
  expect(up.at(0.01)).toBe(0);
  expect(up.at(0.001)).toBe(0);
  expect(up.at(1000)).toBeLessThan(1);
  expect(up.at(1000)).toBeGreaterThan(up.at(100));
  expect(up.ticks[0]).toBe(1);
  const far = evidenceScale([1e30, 1000]);
  expect(far.at(1e30)).toBeLessThan(1);
  expect(far.ticks.length).toBeLessThanOrEqual(5);
});

test('a count is told by how far it is from its average', () => {
  expect(apart(100, 100)).toBe(0);
  expect(apart(130, 100)).toBe(1);
  expect(apart(85, 100)).toBe(-0.5);
  expect(apart(1000, 100)).toBe(1);
});

test('odds stay short', () => {
  expect(timesText(1234.9)).toBe('1234');
  expect(timesText(1e7)).toBe('10⁷');
  expect(timesText(3.2e23)).toBe('10²³');
});
