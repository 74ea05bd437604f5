#!/usr/bin/env node
// Was this round dealt as it was sealed? Checks public records of rounds, as a house gives them at
// /api/fair/TABLE/ROUND, with nothing but Node.js: no package, no network, no word of the house's.
// Written from docs/protocol.md ("Was it fair?") alone.
//
//   node verify-shoe.mjs [--commitment HEX] [--gave TEXT] RECORD.json …
//
// --commitment is what you saw before you bet, --gave what you gave to the cut: without them a record
// is only shown to agree with itself. Several records of one shoe are also checked to follow each other.
// `-` reads one record from standard input.
//
// Exit status: 0 everything holds; 1 something does not, or cannot be checked before the shoe is
// opened; 2 a record cannot be read. What a round paid is not checked here: `croupier fair` does that.

import { createHash } from "node:crypto";
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
    ? [true, "what you gave had its part in the cut"]
    : [false, "what you gave had no part in the cut"];
}

function opening({ shoe }) {
  if (!shoe.opening) return NOT_YET;
  return commitmentOf(shoe.name, shoe.opening) === shoe.commitment
    ? [true, "salt and order are those that were committed to"]
    : [false, "salt or order is not what was committed to"];
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
  const checks = { sealed, opening, cut, whole, place };
  if (asked.commitment !== undefined) checks.commitment = noted;
  if (asked.gave !== undefined) checks.gave = gave;
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
const fixed = ({ commitment, size, burned, entropy, cut, opening }) => [
  [commitment, size, burned, entropy, cut],
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
  if (shoe.opening !== null) {
    demand(isObject(shoe.opening) && areTexts(shoe.opening.outcomes), "its order is none");
    demand(/^[0-9a-f]{64}$/.test(shoe.opening.salt), "its salt is none");
  }
  return record;
}

// The command ----------------------------------------------------------------------------------

function arguments_() {
  const options = { commitment: { type: "string" }, gave: { type: "string" } };
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
