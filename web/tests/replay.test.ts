import { describe, expect, it } from 'vitest';
import { placesOf, stepsOf } from '../src/house/replay';
import type { BoxDecision, DealtCard, OwnRound } from '../src/wire/http';

/** "2:TD" lies at box 2, "2.2:TD" at its second hand, "d:TD" at the dealer's; box 3 is one's own. */
function card(text: string): DealtCard {
  const [place = '', value = ''] = text.split(':');
  const to = ({ d: 'dealer', p: 'player', b: 'banker' } as const)[place];
  if (to) return { card: value, to, box: null, hand: null, own: false };
  const [box = 0, hand = 1] = place.split('.').map(Number);
  return { card: value, to: 'box', box, hand, own: box === 3 };
}
const decision = (action: BoxDecision['action'], box: number | null = 3): BoxDecision => ({ by: 'you', action, box, bet: null, amount: null });

function told(cards: string, decisions: BoxDecision[], pocket: number | null = null): string {
  const round = { cards: cards.split(' ').filter(Boolean).map(card), decisions, pocket } as unknown as OwnRound;
  return stepsOf(round)
    .map((one) => (one.kind === 'card' ? one.card.card : one.kind === 'decision' ? one.decision.action : one.kind === 'said' ? one.text : `(${one.pocket})`))
    .join(' ');
}

describe('a decision comes just before the card it brought', () => {
  it('with the dealer’s second card in the deal', () => {
    const cards = '2:TD 3:3S d:5S 2:JS 3:6S d:9S 3:3H 3:8H d:5C';
    expect(told(cards, [decision('hit'), decision('hit'), decision('stand')])).toBe('TD 3S 5S JS 6S 9S hit 3H hit 8H stand 5C');
  });
  it('an offer before the first of them', () => {
    expect(told('3:3S d:AS 3:6S 3:3H d:5C', [decision('decline'), decision('hit'), decision('stand')])).toBe('3S AS 6S decline hit 3H stand 5C');
  });
  it('whoever stands, stands before the dealer shows the rest', () => {
    expect(told('3:TS d:AS 3:9S d:5C d:4D', [decision('stand')])).toBe('TS AS 9S stand 5C 4D');
  });
  it('a box before one’s own takes nothing of it, one after waits for it', () => {
    expect(told('2:TS 3:9S d:4C 2:2S 3:8S 2:5C 3:2D d:TH', [decision('hit'), decision('stand')])).toBe('TS 9S 4C 2S 8S 5C hit 2D stand TH');
    expect(told('3:TS 4:9S d:4C 3:9S 4:2S 4:3C d:TH', [decision('stand')])).toBe('TS 9S 4C 9S 2S stand 3C TH');
  });
  it('a split gives each hand a card, and each hand its own decisions', () => {
    const cards = '3:8S d:6C 3:8D 3.1:3S 3.1:TC 3.2:2S 3.2:9C d:TD d:4H';
    const decisions = [decision('split'), decision('double'), decision('hit'), decision('stand')];
    expect(told(cards, decisions)).toBe('8S 6C 8D split 3S double TC 2S hit 9C stand TD 4H');
  });
  it('split again, the new hand comes right after its own', () => {
    const cards = '3:8S d:6C 3:8D 3.1:8H 3.1:TC 3.2:2S 3.2:9C 3.3:TD d:4H';
    const decisions = (['split', 'split', 'stand', 'hit', 'stand', 'stand'] as const).map((one) => decision(one));
    expect(told(cards, decisions)).toBe('8S 6C 8D split 8H split TC 2S stand hit 9C TD stand stand 4H');
  });
});

it('antes are raised or folded after the first card', () => {
  expect(told('p:TS b:4S p:9S b:3D', [decision('raise', null)])).toBe('TS raise 4S 9S 3D');
});

it('at a wheel there is the pocket', () => {
  expect(told('', [], 17)).toBe('(17)');
});

it('a split hand leaves its second card to the hand it makes', () => {
  const cards = '3:8S d:6C 3:8D 3.1:3S 3.1:TC 3.2:2S d:TD'.split(' ').map(card);
  const decisions = [decision('split'), decision('double')];
  const steps = stepsOf({ cards, decisions, pocket: null } as unknown as OwnRound);
  const lies = (count: number) => placesOf(steps.slice(0, count)).map((one) => `${one.to}${one.hand ?? ''} ${one.cards.join(' ')}`);
  expect(lies(3)).toEqual(['box1 8S 8D', 'dealer 6C']);
  expect(lies(4)).toEqual(['box1 8S', 'box2 8D', 'dealer 6C']);
  expect(lies(steps.length)).toEqual(['box1 8S 3S TC', 'box2 8D 2S', 'dealer 6C TD']);
});
