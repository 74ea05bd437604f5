// The whole order, as it follows from the seed and what the delay came to (docs/fairness.md).
import type { FairShoe } from '../wire/http';
import { bytesOf } from './delay';
import { bytes, hash, hex, unhex } from './hashing';

export type Delay = NonNullable<FairShoe['delay']>;
type Terms = Delay['terms'];

const DECK = [...'SHDC'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit));
const MOST_OUTCOMES = 10_000;

/** Null: the seed is none. */
export async function seedCommitment(
  name: string,
  seed: string,
  terms: Terms,
): Promise<string | null> {
  const secret = unhex(seed);
  const text = (['decks', 'pockets', 'size', 'burned', 'window', 'squarings'] as const)
    .map((term) => `${term}=${terms[term]}`)
    .join(' ');
  return secret && hex(await hash(bytes('croupier/sealed/2'), bytes(name), secret, bytes(text)));
}

/** Of all that was given, in its order: the delay begins with it. */
export const givenDigest = (commitment: string, entropy: readonly string[]): Promise<Uint8Array> =>
  hash(bytes('croupier/given/2'), bytes(commitment), ...entropy.map(bytes));

/** Null: seed or output are none, or the terms make no sense. */
export async function derivedOrder(
  name: string,
  seed: string,
  output: string,
  terms: Terms,
): Promise<string[] | null> {
  const [secret, delayed] = [unhex(seed), unhex(output)];
  const cards = terms.decks > 0;
  if (!secret || !delayed || terms.size > MOST_OUTCOMES) return null;
  if (cards ? terms.size !== DECK.length * terms.decks : terms.pockets < 1) return null;
  const below = await numbersBelow(
    await hash(bytes('croupier/order/2'), bytes(name), secret, delayed),
    terms.size,
  );
  if (!cards) return Array.from({ length: terms.size }, () => String(below(terms.pockets)));
  const order = Array.from({ length: terms.decks }, () => DECK).flat();
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** A word that would favour small numbers is passed over: seldom once in a million, so twice as many words
    as outcomes, and a block more, are more than any order needs. */
async function numbersBelow(
  key: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<(bound: number) => number> {
  const secret = await crypto.subtle.importKey(
    'raw',
    key,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const blocks = Array.from({ length: Math.ceil(size / 4) + 1 }, (_, n) =>
    crypto.subtle.sign('HMAC', secret, bytesOf(BigInt(n), 8)),
  );
  const words = (await Promise.all(blocks)).flatMap((block) => {
    const view = new DataView(block);
    return Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
  });
  let next = 0;
  return (bound) => {
    const fair = 2 ** 32 - (2 ** 32 % bound);
    while (words[next]! >= fair) next += 1;
    return words[next++]! % bound;
  };
}
