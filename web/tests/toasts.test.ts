import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../src/house/toasts.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('what is said again replaces itself, and stays for as long again', () => {
  toasts.say('No more bets', 'bad', 1000);
  vi.advanceTimersByTime(600);
  toasts.say('No more bets', 'bad', 1000);
  toasts.say('No more bets', 'good', 1000);
  expect(toasts.shown.map((toast) => toast.kind)).toEqual(['bad', 'good']);
  vi.advanceTimersByTime(600);
  expect(toasts.shown).toHaveLength(2);
  vi.advanceTimersByTime(600);
  expect(toasts.shown).toEqual([]);
});
