// What a scanner types, read here only to show it again; whether it counts is the house's word.
import { ofAnyGame } from '../../games';

export type Read =
  | { kind: 'card'; card: string }
  | { kind: 'outcome'; outcome: number }
  | { kind: 'command'; command: string };

const SUITS: Record<string, string> = {
  '♠': 'S',
  '♥': 'H',
  '♦': 'D',
  '♣': 'C',
  '♤': 'S',
  '♡': 'H',
  '♢': 'D',
  '♧': 'C',
};
const COMMANDS = ['open-betting', 'close-betting', 'take-back', 'confirm-result'];

export function read(typed: string): Read | null {
  const plain = typed
    .trim()
    .replace(/\uFE0F/g, '')
    .replace(/[♠♥♦♣♤♡♢♧]/g, (sign) => SUITS[sign] ?? sign);
  const [, word = '', code = ''] = /^(?:(.*):)?(.*)$/.exec(plain.toUpperCase()) ?? [];
  const card = /^(?:10|[2-9TJQKA])[SHDC]$/.test(code) ? code.replace('10', 'T') : '';
  if (card && ['', 'CARD'].includes(word)) return { kind: 'card', card };
  const outcome = ofAnyGame((game) => game.readCode(word, code));
  if (outcome !== null) return { kind: 'outcome', outcome };
  const command = code.toLowerCase();
  if (COMMANDS.includes(command) && ['', 'DO'].includes(word)) return { kind: 'command', command };
  return null;
}

/** Several cards typed one after another: what is no card is told back. */
export function cardsOf(typed: string): { cards: string[]; wrong: string[] } {
  const cards: string[] = [];
  const wrong: string[] = [];
  for (const word of typed.split(/[\s,]+/).filter(Boolean)) {
    const card = read(word);
    if (card?.kind === 'card') cards.push(card.card);
    else wrong.push(word);
  }
  return { cards, wrong };
}
