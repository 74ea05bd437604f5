// What stations have signed of a round dealt by hand, checked here with nothing but the record.
import { ofAnyGame } from '../games';
import type { FairRecord } from '../wire/http';
import { unbase64 } from './base64';
import { hasSigned } from './station';

/** What a signed message says that was dealt: a card, or another outcome. */
const CARD = /^(?:card:)?(10|[2-9tjqka])([shdc♠♥♦♣])$/i;
const SCANNED = /^(?:(.*):)?(.*)$/;
const TAKE_BACK = /^(?:do:)?take-back$/i;
const SUITS: Record<string, string> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };

interface RoundFile {
  cards?: string[];
  pocket?: number | null;
}

export interface StationFindings {
  /** Whether every signature is good, for this round, and under nothing that was not dealt; and where
      nothing is unsigned, under all of it. Missing where nobody has signed anything. */
  signed?: 'holds' | 'wrong';
  /** Whether staff did anything without a signature that they had a station for, or had none for. Missing
      in a record that does not tell it. */
  'all-signed'?: 'holds' | 'wrong' | 'unsigned';
}

export async function checkStations(record: FairRecord): Promise<StationFindings> {
  const { signatures = [], unsigned } = record;
  const file = record.file as RoundFile | null;
  if (!file) return {};
  const findings: StationFindings = {};
  if (signatures.length || unsigned?.length === 0)
    findings.signed = (await isSignedAsDealt(record, file)) ? 'holds' : 'wrong';
  if (unsigned)
    findings['all-signed'] = unsigned.some(({ owed }) => owed)
      ? 'wrong'
      : unsigned.length
        ? 'unsigned'
        : 'holds';
  return findings;
}

async function isSignedAsDealt(record: FairRecord, file: RoundFile): Promise<boolean> {
  const signatures = record.signatures ?? [];
  const dealt = typeof file.pocket === 'number' ? [String(file.pocket)] : (file.cards ?? []);
  const good = await Promise.all(
    signatures.map(async ({ algorithm, public: key, station, signature, text }) => {
      const [raw, signed] = [unbase64(key), unbase64(signature)];
      return (
        !!raw && !!signed && isOf(record, text) && hasSigned(algorithm, raw, station, signed, text)
      );
    }),
  );
  const scanned = scannedOutcomes(signatures.map(({ text }) => text));
  const left = [...dealt];
  const there = scanned.every((outcome) => {
    const at = left.indexOf(outcome);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  const whole = !left.length || record.unsigned?.length !== 0;
  return good.every(Boolean) && there && whole;
}

/** Cards and other outcomes in their order, but for those taken back. */
export function scannedOutcomes(texts: string[]): string[] {
  const outcomes: string[] = [];
  for (const text of texts) {
    const { type, code = '' } = messageOf(text);
    if (type === 'take-back' || (type === 'scan' && TAKE_BACK.test(code.trim()))) outcomes.pop();
    else if (type === 'scan') {
      const card = CARD.exec(code.trim());
      const [, kind = '', value = ''] = SCANNED.exec(code.trim().toUpperCase()) ?? [];
      const outcome = ofAnyGame((game) => game.readCode(kind, value));
      if (card)
        outcomes.push(
          (card[1] === '10' ? 'T' : card[1]!.toUpperCase()) +
            (SUITS[card[2]!] ?? card[2]!.toUpperCase()),
        );
      else if (outcome !== null) outcomes.push(String(outcome));
    }
  }
  return outcomes;
}

function isOf(record: FairRecord, text: string): boolean {
  const { table, round = record.round } = messageOf(text);
  return table === record.table && round === record.round;
}

/** Of a request, which is its method and path, a newline and its body, the body. */
function messageOf(text: string): { type?: string; table?: string; round?: number; code?: string } {
  try {
    return (JSON.parse(text.replace(/^POST \/\S*\n/, '')) ?? {}) as ReturnType<typeof messageOf>;
  } catch {
    return {};
  }
}
