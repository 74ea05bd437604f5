import { expect, it } from 'vitest';
import { cardsIn, Film } from '../src/film/scene';
import type { Step } from '../src/house/replay';
import { stepsOf } from '../src/pages/me/steps';
import type { OwnRound } from '../src/wire/http';
import type { Line, TableView } from '../src/wire/socket';

type OwnStep = OwnRound['steps'][number];

const none = { card: null, decision: null, ruling: null, pocket: null, hands: [] };
const stands = { action: 'stand', box: 3, hand: 1, bet: null, amount: null };

function told(player: string, ...steps: Partial<OwnStep>[]) {
  return stepsOf(
    { game: 'rws-blackjack', steps: steps.map((step) => ({ ...none, ...step })) as OwnStep[] },
    player,
  );
}

it('each step has its kind and its words', () => {
  const steps = told(
    'You',
    { card: { card: '8S', to: 'box', box: 3, hand: 1 } },
    { decision: { by: 'you', ...stands } as OwnStep['decision'] },
    { ruling: 'void' },
    { pocket: 17 },
  );
  expect(steps.map((step) => step.kind)).toEqual(['card', 'decision', 'ruling', 'outcome']);
  expect(steps.every((step) => step.text && !step.text.includes('undefined'))).toBe(true);
});

it('a decision is told of whoever it was, and where nobody is named, of the box', () => {
  const decision = { by: 'you', ...stands } as OwnStep['decision'];
  expect(told('ann', { decision })[0]!.text).toBe('ann · box 3 · Stand');
  expect(told('', { decision })[0]!.text).toBe('box 3 · Stand');
});

// The film of it ------------------------------------------------------------------------------------

const view = (...dealer: string[]) =>
  ({
    family: 'blackjack',
    play: { family: 'blackjack', dealer, boxes: [], dealer_total: null },
  }) as unknown as TableView;
const line = {
  bet: 'initial',
  box: 1,
  hand: 1,
  stake: 1000,
  returned: 2000,
  result: 'win',
  clause: 'BJ5 4.1',
} as unknown as Line;
const step: Step = { text: 'a card', kind: 'card' };

function film(count: number): Film {
  const views = Array.from({ length: count + 1 }, (_, at) => view(...Array<string>(at).fill('8S')));
  return new Film(views, Array<Step>(count).fill(step), [line]);
}

it('a film has five to fifteen seconds, however long the round was', () => {
  for (const count of [0, 1, 5, 30, 200]) {
    expect(film(count).seconds).toBeGreaterThanOrEqual(5);
    expect(film(count).seconds).toBeLessThanOrEqual(15.001);
  }
  expect(film(12).seconds).toBeCloseTo(14);
});

it('it begins with an empty felt and ends with the lines', () => {
  const short = film(4);
  const cards = (seconds: number) =>
    (short.at(seconds).view.play as { dealer: string[] }).dealer.length;
  expect([cards(0), short.at(0).lines]).toEqual([0, []]);
  expect(cards(short.seconds)).toBe(4);
  expect([short.at(short.seconds).lines, short.at(short.seconds).faded]).toEqual([[line], 1]);
  let last = 0;
  for (let seconds = 0; seconds <= short.seconds; seconds += 0.05) {
    expect(cards(seconds)).toBeGreaterThanOrEqual(last);
    last = cards(seconds);
  }
});

it('a card is on its way while its step happens, from the table before it', () => {
  const scene = film(4).at(1.1);
  expect(scene.progress).toBeGreaterThan(0);
  expect(scene.progress).toBeLessThan(1);
  expect(scene.before).not.toEqual(scene.view);
});

it('every card that lies there is drawn', () => {
  expect([...cardsIn([view('8S', '??'), view('8S', 'KD')])]).toEqual(['8S', '??', 'KD']);
});
