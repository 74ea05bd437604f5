// Our part in an order: given by itself, once, with chance in it, and remembered.
import { beforeEach, expect, it } from 'vitest';
import { emptyStorage } from './local-storage';
import type { ShoeView } from '../src/wire/socket';

emptyStorage();
const { Contributions } = await import('../src/house/contributions.svelte');

const shoe = (more: Partial<ShoeView> = {}): ShoeView => ({
  name: 'bj/1',
  commitment: 'ab'.repeat(32),
  size: 416,
  used: 0,
  takes: true,
  contributions: 0,
  ready: false,
  window: 2000,
  squarings: 8_000_000,
  digest: '',
  cut: null,
  ...more,
});
const taken: string[] = [];
const give = async (entropy: string) => void taken.push(entropy);

beforeEach(() => {
  emptyStorage();
  taken.length = 0;
});

it('gives 32 random bytes once, as soon as something is taken', async () => {
  const ours = new Contributions();
  await Promise.all([ours.follow(shoe(), give), ours.follow(shoe(), give)]);
  await ours.follow(shoe({ contributions: 1 }), give);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(ours.to('bj/1', 'ab'.repeat(32))?.gave).toBe(taken[0]);
});

it('puts our words in front of chance, and never sends them alone', async () => {
  const ours = new Contributions();
  ours.speak('  seven come  eleven, and then some more of it ');
  await ours.follow(shoe(), give);
  expect(taken[0]).toMatch(/^seven-come-eleven,-and-t-[0-9a-f]{39}$/);
  expect(new Contributions().words).toBe('seven-come-eleven,-and-t');
});

it('cuts an order that is drawn already with words of our own, and not by itself', async () => {
  const ours = new Contributions();
  const drawn = shoe({ squarings: 0, window: 0 });
  await ours.follow(drawn, give);
  expect(taken).toEqual([]);
  ours.speak('seven');
  await ours.follow(drawn, give);
  expect(taken[0]).toMatch(/^seven-[0-9a-f]{58}$/);
});

it('notes by our own clock when nothing was taken any more, and of what', async () => {
  let now = 1_000;
  const ours = new Contributions(() => now);
  await ours.follow(shoe(), give);
  now = 3_100;
  await ours.follow(shoe({ takes: false, digest: 'cd'.repeat(32) }), give);
  now = 9_000;
  await ours.follow(shoe({ takes: false, digest: 'ef'.repeat(32) }), give);
  const known = new Contributions().to('bj/1', 'ab'.repeat(32));
  expect([known?.at, known?.closed]).toEqual([1_000, { at: 3_100, digest: 'cd'.repeat(32) }]);
});

it('remembers nothing that the house has not taken, and gives nothing too late', async () => {
  const ours = new Contributions();
  await ours.follow(shoe({ takes: false }), give);
  expect(taken).toEqual([]);
  await ours.follow(shoe(), () => Promise.reject(new Error('too-late')));
  expect(ours.all).toEqual([]);
});

it('names the shoe, and asks again in use for what was refused while it was prepared', async () => {
  const ours = new Contributions();
  const asked: string[] = [];
  const busy = (_: string, shoe: string) => {
    asked.push(shoe);
    return Promise.reject(new Error('busy'));
  };
  await ours.follow(shoe(), busy, true);
  await ours.follow(shoe(), busy, true);
  expect(asked).toEqual(['bj/1']);
  await ours.follow(shoe(), give);
  expect(taken).toHaveLength(1);
  expect(ours.to('bj/1', 'ab'.repeat(32))?.gave).toBe(taken[0]);
});

it('reads nothing strange back', () => {
  localStorage.setItem(
    'contributions',
    '[{"shoe": 1}, null, {"shoe": "a", "commitment": "b", "gave": "c", "at": 1, "closed": null}]',
  );
  expect(new Contributions().all).toHaveLength(1);
  localStorage.setItem('contributions', '{');
  expect(new Contributions().all).toEqual([]);
});
