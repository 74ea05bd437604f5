// What stations have signed of a round dealt by hand, checked here with nothing but the record.
import type { FairRecord } from '../wire/http';
import { unbase64 } from './base64';
import { hasSigned } from './station';

/** What a signed message says that was dealt: a card, or a pocket of the wheel. */
const CARD = /^(?:card:)?(10|[2-9tjqka])([shdc♠♥♦♣])$/i;
const POCKET = /^(?:pocket:)?([0-9]|[12][0-9]|3[0-6])$/i;
const TAKE_BACK = /^(?:do:)?take-back$/i;
const SUITS: Record<string, string> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };

export interface StationFinding {
  /** Whether every signature is good, for this round, and under nothing that was not dealt. */
  held: boolean;
  signed: number;
  dealt: number;
}

/** Null where nobody has signed anything. */
export async function checkStations(record: FairRecord): Promise<StationFinding | null> {
  const signatures = record.signatures ?? [];
  const file = record.file as { cards?: string[]; pocket?: number | null } | null;
  if (!signatures.length || !file) return null;
  const dealt = typeof file.pocket === 'number' ? [String(file.pocket)] : (file.cards ?? []);
  const good = await Promise.all(
    signatures.map(async ({ algorithm, public: key, station, signature, text }) => {
      const [raw, signed] = [unbase64(key), unbase64(signature)];
      return !!raw && !!signed && isOf(record, text) && hasSigned(algorithm, raw, station, signed, text);
    }),
  );
  const scanned = scannedOutcomes(signatures.map(({ text }) => text));
  const left = [...dealt];
  const there = scanned.every((outcome) => {
    const at = left.indexOf(outcome);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return { held: good.every(Boolean) && there, signed: scanned.length, dealt: dealt.length };
}

/** Cards and pockets in their order, but for those taken back. */
export function scannedOutcomes(texts: string[]): string[] {
  const outcomes: string[] = [];
  for (const text of texts) {
    const { type, code = '' } = messageOf(text);
    if (type === 'take-back' || (type === 'scan' && TAKE_BACK.test(code.trim()))) outcomes.pop();
    else if (type === 'scan') {
      const card = CARD.exec(code.trim());
      const pocket = POCKET.exec(code.trim());
      if (card) outcomes.push((card[1] === '10' ? 'T' : card[1]!.toUpperCase()) + (SUITS[card[2]!] ?? card[2]!.toUpperCase()));
      else if (pocket) outcomes.push(pocket[1]!);
    }
  }
  return outcomes;
}

function isOf(record: FairRecord, text: string): boolean {
  const { table, round = record.round } = messageOf(text);
  return table === record.table && round === record.round;
}

function messageOf(text: string): { type?: string; table?: string; round?: number; code?: string } {
  try {
    return (JSON.parse(text) ?? {}) as ReturnType<typeof messageOf>;
  } catch {
    return {};
  }
}
