import { beforeAll, describe, expect, it, test } from 'vitest';
import { bandCourse, outside, strayText, strays, timeLabels } from '../src/pages/office/band';
import { speech } from '../src/i18n/words.svelte';

beforeAll(() => speech.fetchStaffWords());

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

describe('the times below it', () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  const texts = (since: string, until: string, many = 5) =>
    timeLabels(at(since), at(until), many).map((label) => label.text);

  it('are days, minutes or seconds', () => {
    expect(texts('2026-03-01T00:00', '2026-03-05T00:00')).toEqual([
      '03-01',
      '03-02',
      '03-03',
      '03-04',
      '03-05',
    ]);
    expect(texts('2026-03-01T00:00', '2026-03-02T00:00', 3)).toEqual(['00:00', '12:00', '00:00']);
    expect(texts('2026-03-01T10:00:00', '2026-03-01T10:02:00', 3)).toEqual([
      '10:00',
      '10:01',
      '10:02',
    ]);
    expect(texts('2026-03-01T10:00:00', '2026-03-01T10:01:00', 3)).toEqual([
      '10:00:00',
      '10:00:30',
      '10:01:00',
    ]);
  });
  it('are never the same twice in a row', () => {
    expect(texts('2026-03-01T10:00:00', '2026-03-01T10:00:01')).toEqual(['10:00:00', '10:00:01']);
    expect(texts('2026-03-01T06:00', '2026-03-03T12:00')).toEqual(['03-01', '03-02', '03-03']);
    expect(texts('2026-03-01T10:00:00', '2026-03-01T10:00:00')).toEqual(['10:00:00']);
  });
});
