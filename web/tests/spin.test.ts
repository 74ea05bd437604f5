// The run of the ball: it ends where the house has said, and nothing jumps on the way.
import { expect, it } from 'vitest';
import { frameAt, REST, spinTo, TRACK } from '../src/games/roulette/spin';
import { ORDER, pocketAt } from '../src/games/roulette/wheel';

const POCKET = (2 * Math.PI) / ORDER.length;
const START = { ball: 0.4, rotor: 2.1, rotorSpeed: 0 };

it('ends in the middle of the pocket that was drawn', () => {
  for (const pocket of ORDER) {
    for (const seconds of [1.5, 5]) {
      const last = spinTo(pocket, seconds, START, pocket).frames.at(-1)!;
      const pockets = (last.angle - last.rotor) / POCKET;
      expect(pocketAt(Math.round(pockets))).toBe(pocket);
      expect(pockets - Math.round(pockets)).toBeCloseTo(0);
      expect([last.radius, last.height]).toEqual([REST, 0]);
    }
  }
});

it('begins where ball and rotor are, and takes about the time it is given', () => {
  const spin = spinTo(17, 5, START, 1);
  expect(frameAt(spin, 0)).toEqual({
    angle: START.ball,
    radius: TRACK,
    height: 0,
    rotor: START.rotor,
  });
  expect(spin.rests).toBeGreaterThan(3.5);
  expect(spin.rests).toBeLessThan(6.5);
});

it('never jumps: from frame to frame all go a little way', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const { frames } = spinTo(seed % 37, 5, START, seed);
    frames.slice(1).forEach((frame, index) => {
      const before = frames[index]!;
      expect(Math.abs(frame.angle - before.angle)).toBeLessThan(0.2);
      expect(Math.abs(frame.radius - before.radius)).toBeLessThan(2.5);
      expect(Math.abs(frame.rotor - before.rotor)).toBeLessThan(0.05);
    });
  }
});

it('knocks against deflectors and frets, less and less', () => {
  const { knocks, rests } = spinTo(8, 5, START, 4);
  expect(knocks.length).toBeGreaterThan(2);
  expect(knocks.at(-1)!.strength).toBeLessThan(knocks[0]!.strength);
  expect(knocks.every((knock) => knock.at > 0 && knock.at < rests)).toBe(true);
});
