// Small things of the pages around the tables.
import { describe, expect, it } from 'vitest';
import { typedSecret } from '../src/house/authenticator';
import { amountText, share, toType, typedAmount } from '../src/house/limits';
import { resultOf } from '../src/house/results';
import type { LimitView } from '../src/wire/http';

it('the secret is told in groups of four', () => {
  expect(typedSecret('otpauth://totp/Croupier:ann?digits=6&secret=JBSWY3DPEHPK3PXP&issuer=Croupier')).toBe('JBSW Y3DP EHPK 3PXP');
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
  const told = (family: 'roulette' | 'baccarat' | 'blackjack', text: string) => resultOf(family, { text, void: text === 'void' });
  it('of the wheel is its pocket in its colour', () => {
    expect(told('roulette', '17 black')).toMatchObject({ tone: 'black', text: '17', key: '' });
  });
  it('of baccarat is who won with how many, pairs or not', () => {
    expect(told('baccarat', 'banker 8')).toMatchObject({ tone: 'red', key: 'lobby.won-banker', values: { points: '8' } });
    expect(told('baccarat', 'tie 6 player-pair')).toMatchObject({ tone: 'green', values: { points: '6' } });
  });
  it('of blackjack is what the dealer came to', () => {
    expect(told('blackjack', '19')).toMatchObject({ key: '', text: '19' });
    expect(told('blackjack', 'bust').key).toBe('lobby.bust');
    expect(told('blackjack', 'no draw').key).toBe('lobby.noDraw');
  });
  it('of a void round is that it was void', () => {
    expect(told('roulette', 'void').key).toBe('table.result-void');
  });
});
