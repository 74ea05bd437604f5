// Records of a real house are checked as the house checks them, and nothing in them can be changed
// unnoticed.
import { describe, expect, it } from 'vitest';
import { isDelayed, isPrime } from '../src/house/delay';
import { checkRecord, cutOf } from '../src/house/proof';
import type { FairRecord } from '../src/wire/http';
import recorded from './fixtures/fair.json';

const records = recorded as unknown as Record<
  'blackjack' | 'roulette' | 'unopened' | 'delayedSpin' | 'delayedCards',
  FairRecord
>;
const changed = (name: keyof typeof records, change: (record: FairRecord) => void) => {
  const copy = structuredClone(records[name]);
  change(copy);
  return copy;
};
async function wrong(record: FairRecord): Promise<string[]> {
  return (await checkRecord(record))
    .filter((finding) => finding.verdict === 'wrong')
    .map((finding) => finding.check);
}

describe('a record the house has made', () => {
  it.each(['blackjack', 'roulette'] as const)('of %s holds in every point', async (name) => {
    const findings = await checkRecord(records[name]);
    expect(findings.map((finding) => finding.check)).toEqual([
      'sealed',
      'cut',
      'opening',
      'whole',
      'place',
    ]);
    expect(findings.every((finding) => finding.verdict === 'holds')).toBe(true);
  });

  it('waits with what can be told only when the shoe is used up', async () => {
    const verdicts = Object.fromEntries(
      (await checkRecord(records.unopened)).map((finding) => [finding.check, finding.verdict]),
    );
    expect(verdicts).toEqual({
      sealed: 'holds',
      cut: 'holds',
      opening: 'not-yet',
      whole: 'not-yet',
      place: 'not-yet',
    });
  });

  it('by hand has nothing sealed; dealt by the house it must have', async () => {
    const byHand = (dealer: FairRecord['dealer']) =>
      changed('roulette', (record) => Object.assign(record, { shoe: null, dealer }));
    expect(await checkRecord(byHand('human'))).toEqual([]);
    expect(await wrong(byHand('virtual'))).toEqual(['sealed']);
  });
});

describe('what was changed is noticed:', () => {
  it('an order swapped afterwards', async () => {
    const swapped = changed('blackjack', ({ shoe }) => shoe!.opening!.outcomes.reverse());
    expect(await wrong(swapped)).toEqual(['opening', 'place']);
  });
  it('another salt', async () => {
    const salted = changed('roulette', ({ shoe }) => (shoe!.opening!.salt = '00'.repeat(32)));
    expect(await wrong(salted)).toEqual(['opening']);
    const none = changed('roulette', ({ shoe }) => (shoe!.opening!.salt = 'no salt'));
    expect(await wrong(none)).toEqual(['opening']);
  });
  it('a commitment made after betting opened', async () => {
    const late = changed(
      'roulette',
      (record) => (record.shoe!.sealed_entry = record.betting_entry),
    );
    expect(await wrong(late)).toEqual(['sealed']);
  });
  it('a cut elsewhere', async () => {
    const cut = changed('blackjack', ({ shoe }) => (shoe!.cut += 1));
    expect(await wrong(cut)).toEqual(['cut', 'place']);
  });
  it('a player left out of the cut', async () => {
    const left = changed('blackjack', ({ shoe }) => shoe!.entropy.pop());
    expect(await wrong(left)).toEqual(['cut']);
  });
  it('a card twice, or a pocket that no wheel has', async () => {
    const twice = changed(
      'blackjack',
      ({ shoe }) => (shoe!.opening!.outcomes[51] = shoe!.opening!.outcomes[50]!),
    );
    expect(await wrong(twice)).toContain('whole');
    const pocket = changed('roulette', ({ shoe }) => (shoe!.opening!.outcomes[3] = '37'));
    expect(await wrong(pocket)).toContain('whole');
  });
  it('fewer decks than the table says', async () => {
    const decks = changed('blackjack', ({ file }) => (file!.settings = { decks: 2 }));
    expect(await wrong(decks)).toEqual(['whole']);
  });
  it('a card in the round that did not lie there', async () => {
    const dealt = changed('blackjack', ({ file }) => (file!.cards as string[]).reverse());
    expect(await wrong(dealt)).toEqual(['place']);
    const spun = changed(
      'roulette',
      ({ file }) => (file!.pocket = ((file!.pocket as number) + 1) % 37),
    );
    expect(await wrong(spun)).toEqual(['place']);
  });
});

const DELAYED = ['sealed', 'closed', 'delay', 'margin', 'opening', 'order', 'whole', 'place'];

describe('an order nobody could choose', () => {
  it.each(['delayedSpin', 'delayedCards'] as const)('of %s holds in every point', async (name) => {
    const findings = await checkRecord(records[name]);
    expect(findings.map((finding) => finding.check)).toEqual(DELAYED);
    expect(findings.filter((finding) => finding.verdict !== 'holds')).toEqual([]);
  });

  it('shows its delay while the shoe is in use', async () => {
    const early = changed('delayedSpin', ({ shoe }) => (shoe!.opening = null));
    const verdicts = Object.fromEntries(
      (await checkRecord(early)).map((finding) => [finding.check, finding.verdict]),
    );
    expect(verdicts).toMatchObject({
      closed: 'holds',
      delay: 'holds',
      margin: 'holds',
      opening: 'not-yet',
      order: 'not-yet',
    });
  });

  const negated = (text: string) => text.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  it.each<[string, (shoe: NonNullable<FairRecord['shoe']>) => void, string[]]>([
    ['another seed', (shoe) => (shoe.opening!.salt = '00'.repeat(32)), ['opening', 'order']],
    ['a seed that is none', (shoe) => (shoe.opening!.salt = 'seed'), ['opening', 'order']],
    ['somebody left out', (shoe) => shoe.entropy.pop(), ['closed', 'delay']],
    ['somebody added', (shoe) => shoe.entropy.push('late'), ['closed', 'delay']],
    [
      'another output',
      (shoe) => (shoe.delay!.result!.output = negated(shoe.delay!.result!.output)),
      ['delay', 'order'],
    ],
    [
      'another proof',
      (shoe) => (shoe.delay!.result!.proof = shoe.delay!.result!.output),
      ['delay'],
    ],
    ['no proof', (shoe) => (shoe.delay!.result = null), ['delay', 'order']],
    ['fewer squarings', (shoe) => (shoe.delay!.terms.squarings -= 1), ['delay', 'opening']],
    ['a window as long as the delay', (shoe) => (shoe.delay!.closed_ms += 6001), ['margin']],
    ['another scheme', (shoe) => (shoe.scheme = 'cut/1'), ['sealed']],
    [
      'more outcomes than there are',
      (shoe) => (shoe.delay!.terms.size = 1e9),
      ['opening', 'order'],
    ],
  ])('%s is noticed', async (_, change, found) => {
    expect(await wrong(changed('delayedSpin', ({ shoe }) => change(shoe!)))).toEqual(found);
  });

  it('knows primes from others', async () => {
    const prime = 2n ** 255n - 19n;
    expect([isPrime(prime), isPrime(prime + 2n), isPrime(prime * (2n ** 127n - 1n))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await isDelayed(new Uint8Array(32), 0, { output: '', proof: '' })).toBe(false);
  });
});

it('nobody gave anything: it is not cut', async () => {
  expect(await cutOf('ab'.repeat(32), [], 52)).toBe(0);
});
