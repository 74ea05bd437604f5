// Was it fair? The same checks that the house makes of its record, made here, with nothing but the
// record: whoever does not trust the house need not ask it.
import type { FairRecord, FairShoe } from '../wire/http';

export type Verdict = 'holds' | 'wrong' | 'not-yet';
export type Check = 'sealed' | 'opening' | 'cut' | 'whole' | 'place';

export interface Finding {
  check: Check;
  verdict: Verdict;
}

/** As far as the proof reads it. */
interface RoundFile {
  cards?: string[];
  pocket?: number | null;
  settings?: { decks?: unknown };
}
type Opening = NonNullable<FairShoe['opening']>;

const TAG = 'croupier/sealed/1';
const CUT = 'croupier/cut/1';
const POCKETS = 37;
const DECK = [...'SHDC'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit));

/** Every check that the record's kind of dealing allows, in the order of the proof. */
export async function checkRecord(record: FairRecord): Promise<Finding[]> {
  const shoe = record.shoe;
  const file = record.file as RoundFile | null;
  if (!shoe) return record.dealer === 'virtual' ? [{ check: 'sealed', verdict: 'wrong' }] : [];
  const findings = [finding('sealed', shoe.sealed_entry < record.betting_entry)];
  const cut = finding('cut', (await cutOf(shoe.commitment, shoe.entropy, Math.max(shoe.size, 1))) === shoe.cut);
  if (!shoe.opening) {
    const later: Check[] = ['opening', 'whole', 'place'];
    return [...findings, cut, ...later.map((check) => ({ check, verdict: 'not-yet' as const }))];
  }
  findings.push(finding('opening', (await commitmentOf(shoe.name, shoe.opening)) === shoe.commitment), cut);
  if (file) findings.push(finding('whole', isWhole(shoe, shoe.opening, file)), finding('place', liesThere(shoe, shoe.opening, file)));
  return findings;
}

const finding = (check: Check, held: boolean): Finding => ({ check, verdict: held ? 'holds' : 'wrong' });

/** SHA-256 over the name, the salt and the outcomes, each after its length; null: no salt at all. */
export async function commitmentOf(name: string, opening: Opening): Promise<string | null> {
  const salt = unhex(opening.salt);
  if (!salt) return null;
  return hex(await sha256(measured(bytes(TAG), bytes(name), salt, bytes(opening.outcomes.join(' ')))));
}

/** Where the order is cut: told by what players gave after it was committed to. */
export async function cutOf(commitment: string, entropy: string[], size: number): Promise<number> {
  if (!entropy.length) return 0;
  const digest = await sha256(joined([bytes(CUT), measured(bytes(commitment), ...entropy.map(bytes))]));
  return Number(BigInt(`0x${hex(digest)}`) % BigInt(size));
}

/** The order as it is dealt: the top goes under the bottom. */
export function cutOrder(outcomes: string[], cut: number): string[] {
  return [...outcomes.slice(cut), ...outcomes.slice(0, cut)];
}

/** The outcomes of the round, as its record tells them. */
export function dealt(file: RoundFile): string[] {
  return typeof file.pocket === 'number' ? [String(file.pocket)] : (file.cards ?? []);
}

function isWhole(shoe: FairShoe, { outcomes }: Opening, file: RoundFile): boolean {
  if (outcomes.length !== shoe.size) return false;
  if (file.pocket !== undefined) {
    const pockets = new Set(Array.from({ length: POCKETS }, (_, pocket) => String(pocket)));
    return outcomes.every((outcome) => pockets.has(outcome));
  }
  const decks = outcomes.length / DECK.length;
  const set = file.settings?.decks;
  if (!Number.isInteger(decks) || (set !== undefined && set !== decks)) return false;
  const counted = new Map<string, number>();
  for (const card of outcomes) counted.set(card, (counted.get(card) ?? 0) + 1);
  return DECK.every((card) => counted.get(card) === decks);
}

function liesThere(shoe: FairShoe, { outcomes }: Opening, file: RoundFile): boolean {
  const round = dealt(file);
  const order = cutOrder(outcomes, Math.max(shoe.cut, 0));
  const there = order.slice(Math.max(shoe.place, 0)).slice(0, round.length);
  return round.length === shoe.used && shoe.place >= Math.max(shoe.burned, 0) && round.join(' ') === there.join(' ');
}

// Bytes ---------------------------------------------------------------------------------------

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

function unhex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

/** Each part after its length in eight bytes, so that no two lists of parts read the same. */
function measured(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joined(parts.flatMap((part) => [lengthOf(part), part]));
}

function lengthOf(part: Uint8Array): Uint8Array {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(part.length));
  return new Uint8Array(length.buffer);
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
