#!/usr/bin/env node
// Was this round dealt as it was sealed? Checks public records of rounds, as a house gives them at
// /api/fair/TABLE/ROUND, with nothing but Node.js: no package, no network, no word of the house's.
// Written from docs/fairness.md alone. It shares no code with the house's own client, on purpose: where
// both come to the same, the page says enough to check a round by.
//
//   node verify-shoe.mjs [--commitment HEX] [--gave TEXT] [--digest HEX] RECORD.json …
//
// --commitment is what you saw before you bet, --gave what you gave to the order, --digest what the table
// told when nothing was taken any more: without them a record is only shown to agree with itself.
// Several records of one shoe are also checked to follow each other.
// `-` reads one record from standard input.
//
// Exit status: 0 everything holds; 1 something does not, or cannot be checked before the shoe is
// opened; 2 a record cannot be read. What a round paid is not checked here: `croupier fair` does that.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const POCKETS = Array.from({ length: 37 }, (_, pocket) => String(pocket));

// What the house hashed ------------------------------------------------------------------------

/** A part as it goes into a hash: its length in eight bytes, the highest first, then its bytes. */
function* measured(part) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(part.length));
  yield length;
  yield part;
}

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function commitmentOf(name, { salt, outcomes }) {
  const parts = ["croupier/sealed/1", name, Buffer.from(salt, "hex"), outcomes.join(" ")];
  return sha256(...parts.flatMap((part) => [...measured(Buffer.from(part))])).toString("hex");
}

function cutOf(commitment, entropy, size) {
  if (entropy.length === 0) return 0;
  const given = [commitment, ...entropy].flatMap((part) => [...measured(Buffer.from(part))]);
  const number = BigInt("0x" + sha256(Buffer.from("croupier/cut/1"), ...given).toString("hex"));
  return Number(number % BigInt(size));
}

const asDealt = ({ opening, cut }) => [...opening.outcomes.slice(cut), ...opening.outcomes.slice(0, cut)];

// The delay ------------------------------------------------------------------------------------

const N = BigInt(
  "25195908475657893494027183240048398571429282126204032027777137836043662020707595556264018525" +
    "88078440691829064124951508218929855914917618450280848912007284499268739280728777673597141834" +
    "72702618963750149718246911650776133798590957000973304597488084284017974291006424586918171951" +
    "18746121515172654632282216869987549182422433637259085141865462043576798423387184774447920739" +
    "93423658482382428119816381501067481045166037730605620161967625613384414360383390441495263443" +
    "21901146575444541784240209246165157233507787077498171257724679629263863563732899121548314381" +
    "67899885040445364023527381951378636564391212010397122822120720357",
);
const PRIMES = Array.from({ length: 172 }, (_, n) => n + 2).filter((n) => !Array.from({ length: n - 2 }, (_, d) => d + 2).some((d) => n % d === 0));

/** SHA-256 of measured parts. */
const hashOf = (...parts) => sha256(...parts.flatMap((part) => [...measured(Buffer.from(part))]));
const number = (bytes) => BigInt("0x" + (Buffer.from(bytes).toString("hex") || "0"));
const bytesOf = (value, length) => Buffer.from(value.toString(16).padStart(2 * length, "0"), "hex");
const element = (value) => (value < N - value ? value : N - value);

function power(base, exponent, modulus) {
  let [result, square] = [1n, base % modulus];
  for (const bit of [...exponent.toString(2)].reverse()) {
    if (bit === "1") result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function isPrime(candidate) {
  if (PRIMES.some((prime) => candidate % BigInt(prime) === 0n)) return false;
  let [odd, halvings] = [candidate - 1n, 0];
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

function challengePrime(x, output, squarings) {
  for (let n = 0n; ; n += 1n) {
    const parts = [bytesOf(x, 256), bytesOf(output, 256), bytesOf(BigInt(squarings), 8), bytesOf(n, 8)];
    const candidate = number(hashOf("croupier/prime/2", ...parts)) | (1n << 255n) | 1n;
    if (isPrime(candidate)) return candidate;
  }
}

function readElement(text) {
  const value = /^[0-9a-f]{512}$/.test(text) ? BigInt("0x" + text) : 0n;
  return value > 0n && value <= N / 2n ? value : null;
}

function isDelayed(digest, squarings, result) {
  const [output, proof] = [readElement(result.output), readElement(result.proof)];
  if (output === null || proof === null) return false;
  const blocks = Array.from({ length: 9 }, (_, n) => hashOf("croupier/element/2", digest, Buffer.from([n])));
  const x = element(number(Buffer.concat(blocks)) % N);
  const prime = challengePrime(x, output, squarings);
  const rest = power(2n, BigInt(squarings), prime);
  return element((power(proof, prime, N) * power(x, rest, N)) % N) === output;
}

// The order that follows -----------------------------------------------------------------------

const termsText = (terms) =>
  ["decks", "pockets", "size", "burned", "window", "squarings"].map((name) => `${name}=${terms[name]}`).join(" ");

function seedCommitment(name, seed, terms) {
  return hashOf("croupier/sealed/2", name, Buffer.from(seed, "hex"), termsText(terms)).toString("hex");
}

const givenDigest = ({ commitment, entropy }) => hashOf("croupier/given/2", commitment, ...entropy);

function* wordsOf(key) {
  for (let n = 0n; ; n += 1n) {
    const block = createHmac("sha256", key).update(bytesOf(n, 8)).digest();
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function derivedOrder({ name, opening, delay }) {
  const { terms, result } = delay;
  const words = wordsOf(hashOf("croupier/order/2", name, Buffer.from(opening.salt, "hex"), Buffer.from(result?.output ?? "", "hex")));
  const below = (bound) => {
    for (;;) {
      const word = words.next().value;
      if (word < 2 ** 32 - (2 ** 32 % bound)) return word % bound;
    }
  };
  if (!terms.decks) return Array.from({ length: terms.size }, () => String(below(terms.pockets)));
  const order = Array.from({ length: terms.decks }, () => DECK).flat();
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

// The checks: each tells [verdict, words], true, false, or null for "not yet" -------------------

const NOT_YET = [null, "to be checked when the shoe is used up"];

function sealed({ shoe, betting_entry: betting }) {
  return shoe.sealed_entry < betting
    ? [true, `committed to in entry ${shoe.sealed_entry}, before betting opened in entry ${betting}`]
    : [false, "betting opened before the order was committed to"];
}

function noted({ shoe }, { commitment }) {
  return shoe.commitment === commitment.toLowerCase()
    ? [true, "this is the commitment you saw"]
    : [false, "this is not the commitment you saw"];
}

function gave({ shoe }, { gave }) {
  return shoe.entropy.includes(gave)
    ? [true, "what you gave had its part in the order"]
    : [false, "what you gave had no part in the order"];
}

function told({ shoe }, { digest }) {
  return shoe.delay?.digest === digest.toLowerCase()
    ? [true, "this is the digest you were told when nothing was taken any more"]
    : [false, "this is not the digest you were told"];
}

function closed({ shoe }) {
  const { digest, closed_entry: entry } = shoe.delay;
  return digest === givenDigest(shoe).toString("hex") && entry > shoe.sealed_entry && shoe.cut === 0
    ? [true, `${shoe.entropy.length} gave something, and nothing was added after entry ${entry}`]
    : [false, "what was closed is not what players gave after the commitment"];
}

function delay({ shoe }) {
  const { terms, result } = shoe.delay;
  if (shoe.entropy.length === 0)
    return result ? [false, "a delay over what nobody gave"] : [true, "nobody gave anything: only the commitment holds"];
  return result && isDelayed(givenDigest(shoe), terms.squarings, result)
    ? [true, `${terms.squarings} squarings lie between what was given and the order`]
    : [false, "the squarings are not proved"];
}

function margin({ shoe }) {
  const { terms, given_ms: given, closed_ms: shut } = shoe.delay;
  if (shoe.entropy.length === 0) return [true, "nobody gave anything, so nobody gave last"];
  const [open, takes] = [(shut - (given ?? shut)) / 1000, terms.squarings / 1e6];
  return open >= 0 && open <= takes
    ? [true, `open for ${open} s, and a fast core squares for ${takes} s`]
    : [false, `open for ${open} s, and a fast core squares for ${takes} s: the last had the time to choose`];
}

function order({ shoe }) {
  if (!shoe.opening) return NOT_YET;
  const { terms } = shoe.delay;
  const made = terms.decks ? terms.size === 52 * terms.decks : terms.pockets > 0;
  const sane = made && terms.size === shoe.size && terms.size <= 10000 && terms.burned === shoe.burned;
  return sane && derivedOrder(shoe).join(" ") === shoe.opening.outcomes.join(" ")
    ? [true, "the whole order follows from the seed and what the delay came to"]
    : [false, "the order does not follow from the seed and what the delay came to"];
}

function opening({ shoe }) {
  if (!shoe.opening) return NOT_YET;
  const found = shoe.delay
    ? seedCommitment(shoe.name, shoe.opening.salt, shoe.delay.terms)
    : commitmentOf(shoe.name, shoe.opening);
  return found === shoe.commitment
    ? [true, "what was published is what was committed to"]
    : [false, "what was published is not what was committed to"];
}

function cut({ shoe }) {
  const due = cutOf(shoe.commitment, shoe.entropy, shoe.size);
  return shoe.cut === due
    ? [true, `cut at ${due}, by what ${shoe.entropy.length} gave`]
    : [false, `cut at ${shoe.cut}; what players gave says ${due}`];
}

function whole({ shoe, file }) {
  if (!shoe.opening) return NOT_YET;
  const order = shoe.opening.outcomes;
  if (order.length !== shoe.size) return [false, `${order.length} outcomes, not ${shoe.size}`];
  if (file && "pocket" in file) {
    const known = order.every((one) => POCKETS.includes(one));
    return known ? [true, `${order.length} pockets of 0 to 36`] : [false, "there is no such pocket"];
  }
  const decks = file?.settings?.decks ?? order.length / DECK.length;
  const count = new Map(DECK.map((card) => [card, 0]));
  for (const one of order) count.set(one, (count.get(one) ?? 0) + 1);
  return [...count.values()].every((many) => many === decks)
    ? [true, `${decks} whole decks`]
    : [false, "these are not whole decks of 52 cards"];
}

function place({ shoe, file }) {
  if (!shoe.opening || !file) return NOT_YET;
  const dealt = "pocket" in file ? (file.pocket === null ? [] : [String(file.pocket)]) : file.cards;
  const there = asDealt(shoe).slice(shoe.place, shoe.place + shoe.used);
  const where = `the ${shoe.used} after the first ${shoe.place} of the order as cut`;
  const same = dealt.length === shoe.used && dealt.every((one, at) => one === there[at]);
  return same && shoe.place >= shoe.burned
    ? [true, `what was dealt are ${where}`]
    : [false, `what was dealt are not ${where}`];
}

function check(record, asked) {
  const checks = record.shoe.delay
    ? { sealed, closed, delay, margin, opening, order, whole, place }
    : { sealed, cut, opening, whole, place };
  if (asked.commitment !== undefined) checks.commitment = noted;
  if (asked.gave !== undefined) checks.gave = gave;
  if (asked.digest !== undefined) checks.digest = told;
  return Object.entries(checks).map(([name, made]) => [name, ...made(record, asked)]);
}

/** Rounds of one shoe: none overlaps another, and consecutive ones leave nothing out in between. */
function follow(records) {
  const rounds = [...records].sort((one, other) => one.round - other.round);
  return rounds.slice(1).map((next, at) => {
    const before = rounds[at];
    const end = before.shoe.place + before.shoe.used;
    const pair = `rounds ${before.round} and ${next.round}`;
    const follows = next.round === before.round + 1 ? next.shoe.place === end : next.shoe.place >= end;
    const same = JSON.stringify(fixed(before.shoe)) === JSON.stringify(fixed(next.shoe));
    if (!same) return ["follow", false, `${pair} tell different things of one shoe`];
    return follows
      ? ["follow", true, `${pair}: one begins where the other ended`]
      : ["follow", false, `${pair}: outcomes were left out, or used twice`];
  });
}

/** What every round of a shoe must tell alike. */
const fixed = ({ commitment, size, burned, entropy, cut, delay, opening }) => [
  [commitment, size, burned, entropy, cut, delay && Object.values(delay)],
  opening && [opening.salt, opening.outcomes],
];

// Reading --------------------------------------------------------------------------------------

class Unreadable extends Error {}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const areTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function demand(held, what) {
  if (!held) throw new Unreadable(what);
}

/** A record with every field that is used here, each of its kind. */
function read(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Unreadable("it is not JSON");
  }
  demand(isObject(record), "it is no object");
  const { table, round, shoe, file } = record;
  demand(/^[a-z0-9-]{1,32}$/.test(table) && isCount(round), "it names no table and round");
  demand(shoe !== null, "a person dealt this round: no order was sealed");
  demand(isObject(shoe) && isCount(record.betting_entry), "it names no sealed order");
  for (const field of ["size", "burned", "cut", "place", "used", "sealed_entry"])
    demand(isCount(shoe[field]), `'${field}' is no number`);
  demand(shoe.size > 0, "its order is empty");
  demand(/^[0-9a-f]{64}$/.test(shoe.commitment), "its commitment is none");
  demand(typeof shoe.name === "string" && areTexts(shoe.entropy), "its name or its cut is none");
  demand(file === null || isObject(file), "its round is none");
  demand(!file || "pocket" in file || areTexts(file.cards), "its round has no cards");
  const scheme = shoe.scheme ?? "cut/1";
  demand(["cut/1", "delay/2"].includes(scheme), "its scheme is not known here");
  demand((scheme === "delay/2") === isObject(shoe.delay), "its scheme is another than it tells of");
  if (shoe.delay) readDelay(shoe.delay);
  if (shoe.opening !== null) {
    demand(isObject(shoe.opening) && areTexts(shoe.opening.outcomes), "its order is none");
    demand(/^[0-9a-f]{64}$/.test(shoe.opening.salt), "its salt is none");
  }
  return record;
}

function readDelay({ terms, digest, closed_entry, closed_ms, given_ms, result }) {
  const counts = ["decks", "pockets", "size", "burned", "window", "squarings"];
  demand(isObject(terms) && counts.every((field) => isCount(terms[field])), "its terms are none");
  demand(terms.squarings > 0, "its delay is none");
  demand(/^[0-9a-f]{64}$/.test(digest) && isCount(closed_entry), "its closing is none");
  demand(isCount(closed_ms) && (given_ms === null || isCount(given_ms)), "its times are none");
  if (result != null) demand(isObject(result) && areTexts([result.output, result.proof]), "its proof is none");
}

// The command ----------------------------------------------------------------------------------

function arguments_() {
  const options = { commitment: { type: "string" }, gave: { type: "string" }, digest: { type: "string" } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    demand(positionals.length > 0, "name a file with a record, or -");
    return [positionals, values];
  } catch (error) {
    throw new Unreadable(error.message);
  }
}

function contents(path) {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch (error) {
    throw new Unreadable(error.code ?? "it cannot be read");
  }
}

function said([name, verdict, words]) {
  const mark = verdict === null ? "…" : verdict ? "✓" : "✗";
  console.log(`  ${mark} ${name}: ${words}`);
  return verdict === true;
}

function main() {
  const [paths, asked] = arguments_();
  const records = paths.map((path) => {
    try {
      return read(contents(path));
    } catch (error) {
      throw error instanceof Unreadable ? new Unreadable(`${path}: ${error.message}`) : error;
    }
  });
  const held = [];
  for (const record of records) {
    console.log(`${record.table}, round ${record.round}\n  commitment ${record.shoe.commitment}`);
    held.push(...check(record, asked).map(said));
  }
  for (const shoe of new Set(records.map((one) => one.shoe.name))) {
    held.push(...follow(records.filter((one) => one.shoe.name === shoe)).map(said));
  }
  const fair = held.every(Boolean);
  console.log(fair ? "HOLDS: dealt as it was sealed." : "DOES NOT HOLD, or not yet: see above.");
  return fair ? 0 : 1;
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof Unreadable)) throw error;
  console.error(`verify-shoe: ${error.message}`);
  process.exitCode = 2;
}
