// Whatever the house can refuse or say is known in every language.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { said, type Phrase } from '../src/i18n/said';
import { refusalText, speech } from '../src/i18n/words.svelte';
import refusals from '../src/i18n/en/refusal.json';
import errors from '../../src/croupier/kit/errors.py?raw';

const phrase = (key: string, args: Phrase['args'] = {}): Phrase => ({ key, args });
const box = phrase('box {number}', { number: 3 });

// A language is noted where a browser has room for it.
vi.stubGlobal('document', { documentElement: {} });
vi.stubGlobal('localStorage', { setItem: () => {} });
afterEach(() => speech.use('en'));

it('every refusal has a text', () => {
  const codes = [...errors.matchAll(/^ {4}[A-Z_]+ = "([a-z-]+)"/gm)].map((one) => one[1]!);
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !(code in refusals))).toEqual([]);
});

describe('what the house says', () => {
  const deal = phrase('{told} It is {card:card}, which is out already.', {
    told: phrase('Deal: {place}.', { place: phrase('{to}, face up', { to: box }) }),
    card: 'TD',
  });
  const owed = phrase('{^owed:semicolon}. Then: {next}', {
    owed: [phrase('{box}: {owed}', { box, owed: phrase('pay {pay:amount}', { pay: 120050 }) })],
    next: phrase('Open the betting.'),
  });
  const wait = phrase('Wait for the antes of {who:and}.', { who: ['ann', 'bob', 'cat'] });

  it('is said in English as the house says it, with our way to write money and cards', () => {
    expect(said(deal)).toBe('Deal: box 3, face up. It is 10♦, which is out already.');
    expect(said(owed)).toBe('Box 3: pay 1,200.50. Then: Open the betting.');
    expect(said(wait)).toBe('Wait for the antes of ann, bob and cat.');
  });

  it.each([
    ['de', 'Geben: Box 3, offen. Es ist 10♦, die schon draußen ist.', 'Box 3: 1.200,50 auszahlen. Dann: Einsätze eröffnen.', 'ann, bob und cat'],
    ['es', 'Reparta: casilla 3, boca arriba. Es 10♦, que ya está fuera.', 'Casilla 3: pagar 1.200,50. Después: Abra las apuestas.', 'ann, bob y cat'],
    ['zh', '发牌：3 号位，明牌。该牌为已经出靴的 10♦。', '3 号位：赔付 1,200.50。然后：开始下注。', 'ann、bob 和 cat'],
  ] as const)('is said in %s, part by part', async (language, ...expected) => {
    await speech.use(language);
    expect(said(deal)).toBe(expected[0]);
    expect(said(owed)).toBe(expected[1]);
    expect(said(wait)).toContain(expected[2]);
  });

  it('of several, each language joins its own way', async () => {
    const actions = phrase('{^hand}: {player} may {actions:or}.', {
      hand: box,
      player: 'ann',
      actions: [phrase('hit'), phrase('stand'), phrase('split')],
    });
    expect(said(actions)).toBe('Box 3: ann may hit, stand or split.');
    await speech.use('de');
    expect(said(actions)).toBe('Box 3: ann kann ziehen, stehen oder teilen.');
  });

  it('is shown as it is where we have no words for it', async () => {
    await speech.use('zh');
    expect(said('The game')).toBe('游戏');
    expect(said('Something new')).toBe('Something new');
    expect(said(phrase('New at {table}', { table: 'a {b}' }))).toBe('New at a {b}');
  });
});

describe('a refusal', () => {
  const limit = { code: 'limit', message: 'the minimum is 5', clause: 'R3a' };
  const poor = { code: 'short-of-funds', message: 'ann has 3' };

  it('is told in the house’s own words in English', () => {
    expect(refusalText(limit)).toBe('The minimum is 5 [R3a]');
    expect(refusalText({ code: 'limit' })).toBe('That is outside the limits.');
  });

  it('calls bets by their names', () => {
    const told = (message: string) => refusalText({ code: 'limit', message });
    expect(told('the bet on straight:5 is over the maximum of 10')).toBe('The bet on Straight 5 is over the maximum of 10');
    expect(told('the bet on low is over the maximum of 10')).toBe('The bet on 1 to 18 is over the maximum of 10');
    expect(told('the player-pair bet is under the minimum of 5')).toBe('The Player Pair bet is under the minimum of 5');
    expect(told('the player bet is under the minimum of 5')).toBe('The Player bet is under the minimum of 5');
    expect(told('ante-player needs a bet on Player or Banker')).toBe('Ante on Player needs a bet on Player or Banker');
    expect(told('a split is followed with 5')).toBe('A split is followed with 5');
    expect(told('a time-out is the clock’s word alone')).toBe('A time-out is the clock’s word alone');
  });

  it('leaves a player’s name as it is written', () => {
    speech.me = 'ann';
    expect(refusalText({ code: 'illegal-bet', message: 'ann has a seat' })).toBe('ann has a seat');
    expect(refusalText({ code: 'illegal-bet', message: 'another word' })).toBe('Another word');
    speech.me = '';
  });

  it('is told by its code elsewhere, without a word of English', async () => {
    await speech.use('de');
    expect(refusalText(poor)).not.toContain('ann has 3');
    expect(refusalText(limit)).toMatch(/^[^(]+ \[R3a\]$/);
    expect(refusalText(limit)).not.toContain('minimum');
    expect(refusalText({ code: 'unheard-of', message: 'no' })).toBe('No');
  });
});
