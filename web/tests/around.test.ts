// Small things of the pages around the tables.
import { describe, expect, it } from 'vitest';
import { typedSecret } from '../src/house/authenticator';
import { amountText, share, toType, typedAmount } from '../src/house/limits';
import { resultText, toneOf } from '../src/house/results';
import type { LimitView } from '../src/wire/http';
import type { RoundOutcome } from '../src/wire/socket';

it('the secret is told in groups of four', () => {
  expect(
    typedSecret('otpauth://totp/Croupier:ann?digits=6&secret=JBSWY3DPEHPK3PXP&issuer=Croupier'),
  ).toBe('JBSW Y3DP EHPK 3PXP');
});

describe('a limit', () => {
  it('is money, or hours', () => {
    expect(amountText('loss', 12_50)).toBe('12.50');
    expect(amountText('time', 605)).toBe('10:05 h');
  });
  it('is typed as it is told, nothing for none, and what is no amount is not taken', () => {
    expect(toType('deposit', 20_50)).toBe('20.50');
    expect(toType('deposit', 2000)).toBe('20');
    expect(typedAmount('deposit', toType('deposit', 20_05))).toBe(20_05);
    expect(typedAmount('time', toType('time', 90))).toBe(90);
    expect(typedAmount('loss', '  ')).toBeNull();
    expect(typedAmount('loss', 'ten')).toBeUndefined();
    expect(typedAmount('time', '1.5')).toBeUndefined();
  });
  it('is used up to the brim and no further, and winning is not using', () => {
    const limit = (amount: number | null, used: number) => share({ amount, used } as LimitView);
    expect(limit(100, 25)).toBe(0.25);
    expect(limit(100, 250)).toBe(1);
    expect(limit(100, -50)).toBe(0);
    expect(limit(0, 0)).toBe(1);
    expect(limit(null, 50)).toBe(0);
  });
});

describe('a last result', () => {
  const outcomeOf = (
    family: string,
    name: string,
    facts: RoundOutcome['facts'] = {},
  ): RoundOutcome => ({ family, name, facts });
  it('of the wheel is its pocket and its colour, which goes without words where it is shown', () => {
    const red = outcomeOf('roulette', 'red', { pocket: 32 });
    expect(resultText(red)).toBe('32 red');
    expect(resultText(red, 'short')).toBe('32');
    expect(resultText(red, 'said')).toBe('32, red');
    expect(toneOf(red)).toBe('red');
  });
  it('of baccarat is who won with how many', () => {
    const banker = outcomeOf('baccarat', 'banker', { player: 3, banker: 8, player_pair: true });
    expect(resultText(banker)).toBe('B 8');
    expect(resultText(banker, 'said')).toBe('Banker wins with 8');
    expect(toneOf(banker)).toBe('red');
    expect(resultText(outcomeOf('baccarat', 'tie', { player: 6, banker: 6 }))).toBe('T 6');
  });
  it('of blackjack is what the dealer came to', () => {
    expect(resultText(outcomeOf('blackjack', 'total', { total: 19 }))).toBe('19');
    expect(resultText(outcomeOf('blackjack', 'bust'), 'said')).toBe('Dealer busts');
    expect(resultText(outcomeOf('blackjack', 'no-draw'), 'short')).toBe('no draw');
  });
  it('of a void round is that it was void', () => {
    expect(resultText(null, 'said')).toBe('void');
    expect(toneOf(null)).toBe('none');
  });
  it('of a family that we have no words for is told by its name', () => {
    expect(resultText(outcomeOf('craps', 'seven', { dice: 7 }), 'said')).toBe('seven');
  });
  it('of cards that another package has dealt out is what lies at each place', () => {
    expect(resultText(outcomeOf('dragon-tiger', 'dealt-out', { dragon: 'TS', tiger: '9H' }))).toBe(
      'Dragon 10♠ · Tiger 9♥',
    );
  });
});
