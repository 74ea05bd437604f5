// A delay that nobody can outrun, checked: so many squarings modulo a number whose factors nobody knows
// (docs/fairness.md). A few milliseconds, with nothing but the browser's own numbers.
import { bytes, hash, hex, joined } from './hashing';

export interface Delayed {
  output: string;
  proof: string;
}

/** RSA-2048 of the RSA Factoring Challenge. */
const N = BigInt(
  '25195908475657893494027183240048398571429282126204032027777137836043662020707595556264018525' +
    '88078440691829064124951508218929855914917618450280848912007284499268739280728777673597141834' +
    '72702618963750149718246911650776133798590957000973304597488084284017974291006424586918171951' +
    '18746121515172654632282216869987549182422433637259085141865462043576798423387184774447920739' +
    '93423658482382428119816381501067481045166037730605620161967625613384414360383390441495263443' +
    '21901146575444541784240209246165157233507787077498171257724679629263863563732899121548314381' +
    '67899885040445364023527381951378636564391212010397122822120720357',
);
const PRIMES = Array.from({ length: 172 }, (_, index) => index + 2).filter((n) => {
  for (let divisor = 2; divisor * divisor <= n; divisor += 1) if (n % divisor === 0) return false;
  return true;
});
export const MOST_SQUARINGS = 1_000_000_000;

/** Whether the output is what so many squarings of what the digest gives come to. */
export async function isDelayed(
  digest: Uint8Array,
  squarings: number,
  delayed: Delayed,
): Promise<boolean> {
  const [output, proof] = [element(delayed.output), element(delayed.proof)];
  if (output === null || proof === null || !(squarings > 0 && squarings <= MOST_SQUARINGS))
    return false;
  const x = await elementOf(digest);
  const prime = await challengePrime(x, output, squarings);
  const rest = power(2n, BigInt(squarings), prime);
  return unsigned((power(proof, prime, N) * power(x, rest, N)) % N) === output;
}

async function elementOf(digest: Uint8Array): Promise<bigint> {
  const blocks = Array.from({ length: 9 }, (_, n) =>
    hash(bytes('croupier/element/2'), digest, Uint8Array.of(n)),
  );
  return unsigned(number(joined(await Promise.all(blocks))) % N);
}

async function challengePrime(x: bigint, output: bigint, squarings: number): Promise<bigint> {
  const claimed = [
    bytes('croupier/prime/2'),
    bytesOf(x, 256),
    bytesOf(output, 256),
    bytesOf(BigInt(squarings), 8),
  ];
  for (let n = 0n; ; n += 1n) {
    const candidate = number(await hash(...claimed, bytesOf(n, 8))) | (1n << 255n) | 1n;
    if (isPrime(candidate)) return candidate;
  }
}

/** An element and its negative are one: the smaller is written. */
const unsigned = (value: bigint): bigint => (value < N - value ? value : N - value);

function element(text: string): bigint | null {
  const value = /^[0-9a-f]{512}$/.test(text) ? BigInt(`0x${text}`) : 0n;
  return value > 0n && value <= N / 2n ? value : null;
}

export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}

/** Miller and Rabin, to forty bases. */
export function isPrime(candidate: bigint): boolean {
  if (PRIMES.some((prime) => candidate % BigInt(prime) === 0n)) return false;
  let odd = candidate - 1n;
  let halvings = 0;
  for (; odd % 2n === 0n; odd /= 2n) halvings += 1;
  return PRIMES.every((base) => {
    let found = power(BigInt(base), odd, candidate);
    if (found === 1n || found === candidate - 1n) return true;
    for (let n = 1; n < halvings; n += 1) {
      found = (found * found) % candidate;
      if (found === candidate - 1n) return true;
    }
    return false;
  });
}

const number = (data: Uint8Array): bigint => BigInt(`0x${hex(data) || '0'}`);

export function bytesOf(value: bigint, length: number): Uint8Array<ArrayBuffer> {
  const text = value.toString(16).padStart(2 * length, '0');
  return Uint8Array.from({ length }, (_, index) =>
    parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}
