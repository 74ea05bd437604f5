import { describe, expect, it } from 'vitest';
import { Reconstruction } from '../src/pages/pit/reconstruction.svelte';
import type { CheckedMoves, CardPlace, LaidCard } from '../src/wire/socket';

describe('a guided reconstruction', () => {
  const anns: CardPlace = { to: 'box', box: 1, hand: 1 };
  const dealer: CardPlace = { to: 'dealer', box: null, hand: null };
  const laid = (card: string, belongs: CardPlace, at: number): LaidCard => ({
    card,
    belongs,
    at,
    deal: 'initial',
  });
  const cards = [laid('TS', anns, 1), laid('5H', anns, 2), laid('6D', dealer, 1)];
  const [ten, five, six] = cards as [LaidCard, LaidCard, LaidCard];
  const begun = () => {
    const work = new Reconstruction(() => Promise.resolve({} as CheckedMoves));
    work.checked = { cards, places: [anns, dealer], verdicts: [] };
    return work;
  };
  const lying = (work: Reconstruction, place: CardPlace) =>
    work.lyingAt(place).map((card) => card.card);

  it('shows and sends the order of cards within a hand', () => {
    const work = begun();
    work.lies(five, anns, 1);
    expect(lying(work, anns)).toEqual(['5H', 'TS']);
    expect(work.done).toBe(false);
    work.putBack(five);
    expect(lying(work, anns)).toEqual(['TS', '5H']);
    expect(work.moves).toEqual([{ belongs: anns, at: 2, lies: anns, lies_at: 1 }]);
    expect(work.done).toBe(true);
  });
  it('puts a card among those of another hand where it was found', () => {
    const work = begun();
    work.lies(six, anns, 2);
    expect(lying(work, anns)).toEqual(['TS', '6D', '5H']);
    work.lies(six, anns);
    expect(lying(work, anns)).toEqual(['TS', '5H', '6D']);
  });
  it('moves no card that lies in its own position', () => {
    const work = begun();
    work.lies(ten, anns, 1);
    expect(work.pending).toEqual([]);
  });
  it('is done without a move only when the pit says so', () => {
    const work = begun();
    expect(work.done).toBe(false);
    work.nothingMoved = true;
    expect(work.done).toBe(true);
  });
});
