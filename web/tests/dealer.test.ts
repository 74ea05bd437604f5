import { describe, expect, it } from 'vitest';
import { gone, isAdded, onBox } from '../src/games/blackjack/bets';
import { byBox, byPlayer, piles } from '../src/pages/deal/bets';
import { wordOf } from '../src/pages/deal/calls';
import { cardsOf, read } from '../src/pages/deal/codes';
import { headline, place } from '../src/pages/deal/headline';
import { question, remedy } from '../src/pages/deal/confirmations';
import { dealersTurn, hidden, mainAction, nextTask, shoeRecord } from '../src/pages/deal/steps';
import type { BoxView, Guide, Payment, SpotChips, Task } from '../src/wire/socket';

const guide = (more: Partial<Guide>): Guide => ({
  step: 'betting',
  text: '',
  words: { key: '', args: {} },
  say: '',
  say_words: null,
  card: null,
  offers: [],
  checklist: [],
  payments: [],
  then: null,
  may_take_back: false,
  rulings: [],
  may_burn: false,
  pick_up: null,
  ...more,
});
const chips = (
  player: string,
  bet: string,
  amount: number,
  box: number | null = null,
): SpotChips => ({ player, bet, amount, box, hand: null, back: 0, withdrawn: false });
const t = (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ');

describe('what a scanner types', () => {
  it.each([
    ['TS', 'TS'],
    ['10S', 'TS'],
    ['10♠', 'TS'],
    ['♥', null],
    ['q♥️', 'QH'],
    [' card:ac ', 'AC'],
    ['pocket:ac', null],
    ['1S', null],
    ['NOREAD', null],
  ])('%s is the card %s', (typed, card) => {
    expect(read(typed)).toEqual(card ? { kind: 'card', card } : null);
  });
  it.each([
    ['0', 0],
    ['36', 36],
    ['POCKET:17', 17],
    ['37', null],
    ['00', null],
    ['card:17', null],
  ])('%s is the pocket %s', (typed, pocket) => {
    expect(read(typed)).toEqual(pocket === null ? null : { kind: 'outcome', outcome: pocket });
  });
  it('may be a command printed at the place', () => {
    expect(read('DO:Take-Back')).toEqual({ kind: 'command', command: 'take-back' });
    expect(read('close-betting')).toEqual({ kind: 'command', command: 'close-betting' });
    expect(read('DO:void')).toBeNull();
  });
  it('may be several cards, and what is none is told', () => {
    expect(cardsOf('KD, 10c  x')).toEqual({ cards: ['KD', 'TC'], wrong: ['x'] });
  });
});

describe('a word to the pit', () => {
  it.each([
    ['', { common: 'plain' }],
    ['3', { common: 'dispute' }],
    [' a chip fell ', { own: 'a chip fell' }],
    ['3H', { scanned: '3H' }],
    ['17', { scanned: '17' }],
    ['CARD:10S', { scanned: 'CARD:10S' }],
    ['5', { scanned: '5' }],
    ['2 of them disagree', { own: '2 of them disagree' }],
  ])('typed as "%s"', (typed, word) => expect(wordOf(typed)).toEqual(word));
});

describe('what helps against a refusal', () => {
  it.each([
    [{ type: 'take-back' }, 'illegal-action', null, 'pit'],
    [{ type: 'scan', code: 'DO:TAKE-BACK' }, 'illegal-action', 'open-betting', 'pit'],
    [{ type: 'scan', code: 'AS' }, 'illegal-action', 'shoe', 'step'],
    [{ type: 'scan', code: '17' }, 'illegal-action', 'close-betting', 'step'],
    [{ type: 'scan', code: 'AS' }, 'illegal-action', null, ''],
    [{ type: 'scan', code: 'xx' }, 'bad-scan', 'close-betting', ''],
    [{ type: 'take-back' }, 'gone', null, ''],
  ] as const)('%j refused as %s', (question, code, action, helps) =>
    expect(remedy(question, code, action)).toBe(helps),
  );
});

describe('the one key', () => {
  it('asks once more before an offer is closed, and anew when somebody has answered', () => {
    const open = guide({
      step: 'offers-open',
      text: 'Insurance? Wait for the answers of ann and bob, or close the offer.',
    });
    expect(question(open)).toBe(open.text);
    expect(question(guide({ step: 'choices-open', then: 'offers-open', text: 'x' }))).toBe('x');
    expect(question(guide({ step: 'choices-open', then: 'confirm-result', text: 'x' }))).toBe('x');
    expect(
      question(guide({ step: 'confirm-result', then: 'pay-and-collect', text: 'x' })),
    ).toBeNull();
    expect(question(guide({ step: 'betting', then: 'close-betting', text: 'x' }))).toBeNull();
    expect(question(null)).toBeNull();
  });
  it.each([
    ['open-betting', null, 'open-betting'],
    ['betting', null, null],
    ['betting', 'close-betting', 'close-betting'],
    ['close-betting', null, 'close-betting'],
    ['offers-open', null, 'close-offers'],
    ['choices-open', 'offers-open', 'close-offers'],
    ['choices-open', 'deal-card', null],
    ['pay-and-collect', 'make-shoe', 'shoe'],
    ['pay-and-collect', 'open-betting', 'open-betting'],
    ['deal-card', null, null],
    ['wait-for-pit', null, null],
  ] as const)('at %s, then %s: %s', (step, then, action) =>
    expect(mainAction(guide({ step, then }))).toBe(action),
  );
  it('does nothing at a table the house deals', () => expect(mainAction(null)).toBeNull());
  it('knows whose move it is', () => {
    expect(dealersTurn(guide({ step: 'deal-card' }))).toBe(true);
    expect(dealersTurn(guide({ step: 'wait-for-decision' }))).toBe(false);
  });
});

describe('a fresh shoe', () => {
  const lines: Omit<Task, 'words'>[] = [
    { name: 'inspect', text: 'Look over every card, face up', clause: null, number: null },
    { name: 'count', text: 'Count 8 decks, 416 cards', clause: null, number: 8 },
    { name: 'shuffle', text: 'Shuffle', clause: null, number: null },
    { name: 'cut', text: 'Cut', clause: null, number: null },
    { name: 'cut-card', text: 'Put the cut card 52 cards from the end', clause: null, number: 52 },
    { name: 'burn', text: 'Burn 6 cards', clause: null, number: 6 },
  ];
  const tasks: Task[] = lines.map((line) => ({ ...line, words: { key: line.text, args: {} } }));
  const all = tasks.map((task) => task.name);
  it('is written down as it was ticked', () => {
    expect(shoeRecord(tasks, all)).toEqual({
      decks: 8,
      inspected: true,
      shuffled: true,
      cut: true,
      burned: 6,
      video: '',
      steps: all,
    });
  });
  it('claims nothing that was not', () => {
    expect(shoeRecord(tasks, ['inspect', 'cut'])).toEqual({
      decks: 0,
      inspected: true,
      shuffled: false,
      cut: true,
      burned: 0,
      video: '',
      steps: ['inspect', 'cut'],
    });
    expect(shoeRecord(tasks.slice(0, 5), all).burned).toBe(0);
    expect(shoeRecord(tasks, all, ' cam 4, 18:03 ').video).toBe('cam 4, 18:03');
    expect(shoeRecord(tasks, all, '', { left: 47 }).left).toBe(47);
  });
  it('is inspected and shuffled when every step of it was ticked', () => {
    const steps = ['spread', 'inspect', 'returned', 'face-down', 'wash', 'shuffle', 'stack'];
    const lines = steps.map((name) => ({ ...tasks[0]!, name }));
    const after = (ticked: string[]) => {
      const { inspected, shuffled } = shoeRecord(lines, ticked);
      return [inspected, shuffled];
    };
    expect(after(steps)).toEqual([true, true]);
    for (const left of steps.slice(0, 3))
      expect(after(steps.filter((name) => name !== left))).toEqual([false, true]);
    for (const left of steps.slice(3))
      expect(after(steps.filter((name) => name !== left))).toEqual([true, false]);
  });
  it('is made line by line', () => {
    expect(nextTask(tasks, [])?.name).toBe('inspect');
    expect(nextTask(tasks, ['inspect', 'shuffle'])?.name).toBe('count');
    expect(nextTask(tasks, all)).toBeNull();
  });
});

describe('the next step in words', () => {
  const card = { to: 'box', box: 3, hand: 2, face_up: true, exactly: null };
  const box = (hands: number) =>
    [{ number: 3, hands: Array(hands).fill({}) }] as unknown as BoxView[];
  it('says where the card goes', () => {
    expect(headline(guide({ step: 'deal-card', card }), [], box(2), t)).toBe(
      'dealer.toHand 3 2 · dealer.faceUp',
    );
    expect(headline(guide({ step: 'choices-open', card }), [], box(2), t)).toBe(
      'dealer.toHand 3 2 · dealer.faceUp',
    );
    expect(headline(guide({ step: 'deal-card', card: { ...card, hand: 1 } }), [], box(1), t)).toBe(
      'dealer.toBox 3 · dealer.faceUp',
    );
    expect(place({ to: 'banker', box: null, hand: null }, t)).toBe('dealer.to-banker');
  });
  it('a card to be thrown away goes to nobody', () => {
    expect(
      headline(guide({ step: 'discard', card: { ...card, to: 'discard', box: null } }), [], [], t),
    ).toBe('dealer.step-discard');
  });
  it('says who decides', () => {
    const turn = { player: 'ann', box: 3, hand: 1, bet: null };
    expect(headline(guide({ step: 'wait-for-decision' }), [turn], [], t)).toBe(
      'dealer.decidesPlace ann dealer.toBox 3',
    );
    expect(headline(guide({ step: 'wait-for-decision' }), [{ ...turn, hand: 2 }], box(2), t)).toBe(
      'dealer.decidesPlace ann dealer.toHand 3 2',
    );
    const antes = ['ann', 'bob', 'ann'].map((player) => ({
      player,
      box: null,
      hand: null,
      bet: 'ante-player',
    }));
    expect(headline(guide({ step: 'wait-for-decision' }), antes, [], t)).toBe(
      'dealer.decides ann, bob',
    );
  });
  it('says what is offered', () => {
    expect(
      headline(guide({ step: 'offers-open', offers: ['insure', 'even-money'] }), [], [], t),
    ).toBe('dealer.offered-insure · dealer.offered-even-money');
  });
  it('what lies face down is not shown', () => {
    expect(hidden({ ...card, face_up: false })).toBe(true);
    expect(hidden(card)).toBe(false);
    expect(hidden(null)).toBe(false);
  });
});

describe('the layout', () => {
  const bets = [
    chips('ann', 'red', 500),
    chips('bob', 'straight:17', 1000),
    chips('cat', 'red', 700),
    chips('ann', 'initial', 100, 2),
  ];
  it('has a pile for each spot, the largest first', () => {
    expect(piles(bets).map((pile) => [pile.bet, pile.amount, pile.chips.length])).toEqual([
      ['red', 1200, 2],
      ['straight:17', 1000, 1],
      ['initial', 100, 1],
    ]);
  });
  it('knows boxes and players', () => {
    expect(onBox(bets, 2)).toEqual([bets[3]]);
    expect(byPlayer(bets)).toEqual([
      { player: 'ann', amount: 600 },
      { player: 'bob', amount: 1000 },
      { player: 'cat', amount: 700 },
    ]);
  });
  it('knows a box nobody plays any more, and what play has added', () => {
    const back = { ...chips('ann', 'initial', 100, 2), back: 100, withdrawn: true };
    expect(gone([back])).toBe(true);
    expect(gone([back, chips('ann', 'insurance', 50, 2)])).toBe(true);
    expect(gone([back, chips('bob', 'behind', 100, 2)])).toBe(false);
    expect(gone([])).toBe(false);
    expect([isAdded('double'), isAdded('split:1-2'), isAdded('insurance')]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('is paid box by box', () => {
    const payment = (box: number | null, pay: number, collect: number): Payment => ({
      player: 'ann',
      bet: 'initial',
      box,
      hand: 1,
      pay,
      collect,
      back: 0,
    });
    expect(
      byBox([payment(1, 100, 0), payment(1, 0, 30), payment(2, 0, 50)]).map((here) => [
        here.box,
        here.pay,
        here.collect,
        here.payments.length,
      ]),
    ).toEqual([
      [1, 100, 30, 2],
      [2, 0, 50, 1],
    ]);
  });
});
