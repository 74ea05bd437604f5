// Was it fair? The same checks that the house makes of its record, made here, with nothing but the
// record: whoever does not trust the house need not ask it.
import type { FairRecord, FairShoe } from '../wire/http';
import { isDelayed } from './delay';
import { type Delay, derivedOrder, givenDigest, seedCommitment } from './derived';
import { checkStations } from './station-proof';
import { bytes, hash, hex, joined, measured, sha256, unhex } from './hashing';

/** Unsigned: nothing is wrong, for nobody had a station that could have signed. */
export type Verdict = 'holds' | 'wrong' | 'not-yet' | 'unsigned';
export type Check =
  | 'sealed'
  | 'cut'
  | 'closed'
  | 'delay'
  | 'margin'
  | 'opening'
  | 'order'
  | 'whole'
  | 'place'
  | 'signed'
  | 'all-signed';

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
  if (!shoe)
    return record.dealer === 'virtual' ? [{ check: 'sealed', verdict: 'wrong' }] : byHand(record);
  const named = (shoe.scheme ?? 'cut/1') === (shoe.delay ? 'delay/2' : 'cut/1');
  const findings = [
    finding('sealed', shoe.sealed_entry < record.betting_entry && named),
    ...(await beforeTheFirstCard(shoe)),
  ];
  const opening = shoe.opening;
  if (!opening) {
    const later: Check[] = shoe.delay
      ? ['opening', 'order', 'whole', 'place']
      : ['opening', 'whole', 'place'];
    return [...findings, ...later.map((check) => ({ check, verdict: 'not-yet' as const }))];
  }
  const commitment = shoe.delay
    ? seedCommitment(shoe.name, opening.salt, shoe.delay.terms)
    : commitmentOf(shoe.name, opening);
  findings.push(finding('opening', (await commitment) === shoe.commitment));
  if (shoe.delay) findings.push(finding('order', await follows(shoe, shoe.delay, opening)));
  if (file)
    findings.push(
      finding('whole', isWhole(shoe, opening, file)),
      finding('place', liesThere(shoe, opening, file)),
    );
  return findings;
}

/** What players gave, and what came of it. */
async function beforeTheFirstCard(shoe: FairShoe): Promise<Finding[]> {
  const delay = shoe.delay;
  if (!delay)
    return [
      finding(
        'cut',
        (await cutOf(shoe.commitment, shoe.entropy, Math.max(shoe.size, 1))) === shoe.cut,
      ),
    ];
  const digest = await givenDigest(shoe.commitment, shoe.entropy);
  const closed =
    hex(digest) === delay.digest && delay.closed_entry > shoe.sealed_entry && shoe.cut === 0;
  if (!shoe.entropy.length) return [finding('closed', closed), finding('delay', !delay.result)];
  const proved = !!delay.result && (await isDelayed(digest, delay.terms.squarings, delay.result));
  const open = openFor(delay);
  return [
    finding('closed', closed),
    finding('delay', proved),
    finding('margin', open >= 0 && open <= delaySeconds(delay)),
  ];
}

/** Seconds in which something was taken, by the house's clock. */
export const openFor = (delay: Delay): number =>
  (delay.closed_ms - (delay.given_ms ?? delay.closed_ms)) / 1000;

/** Seconds that the squarings take a fast core: a microsecond each. */
export const delaySeconds = (delay: Delay): number => delay.terms.squarings / 1e6;

async function follows(shoe: FairShoe, delay: Delay, opening: Opening): Promise<boolean> {
  if (delay.terms.size !== shoe.size || delay.terms.burned !== shoe.burned) return false;
  const order = await derivedOrder(
    shoe.name,
    opening.salt,
    delay.result?.output ?? '',
    delay.terms,
  );
  return order !== null && order.join(' ') === opening.outcomes.join(' ');
}

/** Where a person dealt no order was sealed; what was scanned may be signed. */
async function byHand(record: FairRecord): Promise<Finding[]> {
  const stations = await checkStations(record);
  return (['signed', 'all-signed'] as const).flatMap((check) =>
    stations[check] ? [{ check, verdict: stations[check] }] : [],
  );
}

const finding = (check: Check, held: boolean): Finding => ({
  check,
  verdict: held ? 'holds' : 'wrong',
});

/** SHA-256 over the name, the salt and the outcomes, each after its length; null: no salt at all. */
export async function commitmentOf(name: string, opening: Opening): Promise<string | null> {
  const salt = unhex(opening.salt);
  if (!salt) return null;
  return hex(await hash(bytes(TAG), bytes(name), salt, bytes(opening.outcomes.join(' '))));
}

/** Where the order is cut: told by what players gave after it was committed to. */
export async function cutOf(commitment: string, entropy: string[], size: number): Promise<number> {
  if (!entropy.length) return 0;
  const digest = await sha256(
    joined([bytes(CUT), measured(bytes(commitment), ...entropy.map(bytes))]),
  );
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
  return (
    round.length === shoe.used &&
    shoe.place >= Math.max(shoe.burned, 0) &&
    round.join(' ') === there.join(' ')
  );
}
