import { expect, test } from 'vitest';
import { bandCourse, outside, strays, strayText } from './band';

const point = (win: number) => ({ rounds: 1, win, mean: 5, low: -10, high: 20 });

test('a course begins with nothing and has a place for every moment', () => {
  const course = bandCourse({ course: [point(1), point(2), point(3), point(3)] });
  expect(course.map(({ share, win }) => [share, win])).toEqual([
    [0, 0],
    [0.25, 1],
    [0.5, 2],
    [0.75, 3],
    [1, 3],
  ]);
});

test('what is very rare is not told apart', () => {
  expect(strayText({ at_most: 1e-9, at_least: 1 })).toBe('under 0.01\u00a0%');
  expect(strayText({ at_most: 0.01, at_least: 0.99 })).toBe('2.00\u00a0%');
});

test('a win on the edge of the band is within it', () => {
  expect(outside({ win: 20, low: -10, high: 20 })).toBe(false);
  expect(outside({ win: 21, low: -10, high: 20 })).toBe(true);
});

test('both sides count, and never more than all', () => {
  expect(strays({ at_most: 0.01, at_least: 0.99 })).toBeCloseTo(0.02);
  expect(strays({ at_most: 0.7, at_least: 0.6 })).toBe(1);
});
