import { describe, expect, it } from 'vitest';
import { pairs, remediesOf, remedyOf, type Kind } from '../src/pages/incidents/causes';

const cents = (text: string) => (/^\d+$/.test(text) ? Number(text) * 100 : null);
const typed = (kind: Kind, text = '', round: number | null = null) => ({ kind, text, round });

describe('remedies as they are typed in', () => {
  it('are read in pairs', () => {
    expect(pairs('a=1, b = 3 to 2')).toEqual([
      ['a', '1'],
      ['b', '3 to 2'],
    ]);
    expect(pairs('a')).toBeNull();
    expect(pairs('')).toBeNull();
  });
  it('become what the house understands', () => {
    expect(remedyOf(typed('stakes-back'), cents)).toEqual({ remedy: 'stakes-back' });
    expect(
      remedyOf(typed('right-rules', 'h17=false, decks=6, blackjack-pays=3 to 2'), cents),
    ).toEqual({
      remedy: 'right-rules',
      settings: { h17: false, decks: 6, 'blackjack-pays': '3 to 2' },
    });
    expect(remedyOf(typed('right-outcome', '17'), cents)).toEqual({
      remedy: 'right-outcome',
      cards: [],
      pocket: 17,
    });
    expect(remedyOf(typed('right-outcome', '3=as'), cents)).toEqual({
      remedy: 'right-outcome',
      cards: [{ place: 3, card: 'AS' }],
      pocket: null,
    });
    expect(remedyOf(typed('by-hand', 'ann=150'), cents)).toEqual({
      remedy: 'by-hand',
      returned: { ann: 150_00 },
    });
  });
  it('are refused where they cannot be read', () => {
    for (const wrong of [
      typed('right-rules', 'h17'),
      typed('right-outcome', 'x=AS'),
      typed('by-hand', 'ann=much'),
    ]) {
      expect(remedyOf(wrong, cents)).toBeNull();
    }
    expect(remediesOf(typed('stands'), [typed('stakes-back')], cents)).toBeNull();
    expect(remediesOf(typed('stands'), [typed('stakes-back', '', 4)], cents)).toEqual({
      every: { remedy: 'stands' },
      rounds: [{ round: 4, remedy: { remedy: 'stakes-back' } }],
    });
  });
});
