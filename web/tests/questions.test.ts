import { describe, expect, it } from 'vitest';
import { answerableOf, answersOf, asOne, momentOf, questionsOf } from '../src/house/questions';
import type { Action, Ask, Option, TableView, YouView } from '../src/wire/socket';

const option = (action: Action, least: number | null = null, most = least): Option => ({
  action,
  least,
  most,
});
const ask = (
  kind: string,
  box: number | null,
  options: Option[],
  more: Partial<Ask> = {},
): Ask => ({
  kind,
  box,
  hand: null,
  bet: null,
  cards: [],
  silence: null,
  options,
  ...more,
});
const decision = ask('decision', 1, [option('hit'), option('stand')], { hand: 1 });
const insurance = (box: number, most: number, ...more: Option[]) =>
  ask('offer', box, [option('insure', 100, most), ...more, option('decline')]);

describe('what is asked', () => {
  it('puts the choice after a dealing error before the decision that would end it', () => {
    const choice = ask('choice', null, [option('continue'), option('withdraw')]);
    expect(questionsOf([decision, choice]).map(({ asks }) => asks[0].kind)).toEqual([
      'choice',
      'decision',
    ]);
  });

  it('is one question where boxes are offered the same', () => {
    const both = [insurance(1, 1200), insurance(4, 2500, option('even-money'))];
    const [first, second, ...others] = questionsOf([decision, ...both]);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ text: 'table.asked-decision', several: false });
    expect(second).toMatchObject({ text: 'table.offer-insure', several: true, asks: both });
    // By answer, then by box; no is said once.
    expect(answersOf(second!).map(({ ask, option }) => [option.action, ask.box])).toEqual([
      ['insure', 1],
      ['insure', 4],
      ['even-money', 4],
    ]);
    expect(asOne(second!)).toMatchObject({ least: 100, most: 2500 });
  });

  it('is about one box where only one is offered something', () => {
    const [only] = questionsOf([insurance(4, 2500, option('even-money'))]);
    expect(only).toMatchObject({ text: 'table.offer-even-money', several: false });
    expect(questionsOf([ask('offer', 2, [option('surrender')])])[0]!.text).toBe(
      'table.offer-surrender',
    );
  });

  it('waits until the own cards were looked at, but for the choice after a dealing error', () => {
    const choice = ask('choice', null, [option('continue'), option('withdraw')]);
    const questions = questionsOf([decision, choice]);
    expect(answerableOf(questions, [])).toEqual(questions);
    expect(answerableOf(questions, [1]).map(({ asks }) => asks[0].kind)).toEqual(['choice']);
  });

  it('is apart for each ante', () => {
    const antes = ['ante-player', 'ante-banker'].map((bet) =>
      ask('decision', null, [option('fold')], { bet }),
    );
    expect(questionsOf(antes)).toHaveLength(2);
  });
});

describe('a moment', () => {
  const view = (more: object = {}) =>
    ({ round: 1, phase: 'playing', turns: [], ...more }) as unknown as TableView;
  const you = (asked: Ask[]) => ({ asked }) as unknown as YouView;
  const cards = (...cards: string[]) => ({
    play: { family: 'blackjack', boxes: [{ number: 1, hands: [{ cards }] }] },
  });

  it('lasts until another question, another turn, or a card', () => {
    const before = momentOf(view(cards('8S', '8D')), you([decision]));
    expect(momentOf(view(cards('8S', '8D')), you([{ ...decision }]))).toBe(before);
    const later = [
      momentOf(view(cards('8S', '8D')), you([{ ...decision, box: 4 }])),
      momentOf(view(cards('8S', '8D')), you([{ ...decision, hand: 2 }])),
      momentOf(view(cards('8S', '8D', '2C')), you([decision])),
      momentOf(view({ ...cards('8S', '8D'), turns: [{ box: 2, hand: 1 }] }), you([decision])),
      momentOf(view({ ...cards('8S', '8D'), phase: 'betting' }), you([decision])),
    ];
    expect(later).not.toContain(before);
  });
});
