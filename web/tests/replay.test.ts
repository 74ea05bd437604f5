import { expect, it } from 'vitest';
import { stepsOf } from '../src/pages/me/steps';
import type { OwnRound } from '../src/wire/http';

type OwnStep = OwnRound['steps'][number];

const none = { card: null, decision: null, ruling: null, pocket: null, hands: [] };
const hand = { to: 'box', box: 3, hand: 1, cards: ['8S'] };

function told(...steps: Partial<OwnStep>[]) {
  return stepsOf({ game: 'rws-blackjack', steps: steps.map((step) => ({ ...none, ...step })) as OwnStep[] });
}

it('each step has its kind, its words and what lies there after it', () => {
  const steps = told(
    { card: { card: '8S', to: 'box', box: 3, hand: 1 }, hands: [hand] },
    { decision: { by: 'you', action: 'stand', box: 3, hand: 1, bet: null, amount: null }, hands: [hand] },
    { ruling: 'void' },
  );
  expect(steps.map((step) => step.kind)).toEqual(['card', 'decision', 'ruling']);
  expect(steps.every((step) => step.text && !step.text.includes('undefined'))).toBe(true);
  expect(steps.map((step) => step.hands)).toEqual([[hand], [hand], []]);
});

it('the ball lies where it rests from its step on', () => {
  expect(told({ ruling: 'void' }, { pocket: 17 }).map((step) => step.pocket)).toEqual([null, 17]);
});
