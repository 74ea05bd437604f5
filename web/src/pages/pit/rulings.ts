// The pit's rulings: which may be made now, what each asks, and what is sent.
import type { CardMove, Deal, TableEvent, Rule, SpotChips, VoidReason } from '../../wire/socket';

export type Ruling = Rule['ruling'];
export type RulingName =
  | 'void'
  | 'interrupt'
  | 'misdeal'
  | 'place'
  | 'discard:overdraw'
  | 'discard:no-bet'
  | 'together'
  | 'burn';

const FORMS: RulingName[] = [
  'misdeal',
  'place',
  'discard:overdraw',
  'discard:no-bet',
  'together',
  'burn',
  'interrupt',
  'void',
];

/** Those of the house's list, the gentlest first. */
export function offered(rulings: string[]): RulingName[] {
  return FORMS.filter((ruling) => rulings.includes(ruling));
}

export interface Answers {
  /** Nothing is said for anybody: what is not chosen is not ruled. */
  reason: VoidReason | null;
  reconstructed: boolean | null;
  deal: Deal | '';
  /** The cards that were put back by a reconstruction. */
  moves: CardMove[];
  /** "dealer", or a box and a hand: "3/1". */
  where: string;
  cards: string[];
  count: number;
}

export const together = (cards: string[]): Ruling => ({ input: 'together', by: 'dealer', cards });

/** What is asked is answered, or there is no ruling. */
export function rulingOf(name: RulingName, answers: Answers): Ruling | null {
  switch (name) {
    case 'void':
      return answers.reason && { input: 'void', by: 'pit', reason: answers.reason };
    case 'interrupt':
      return { input: 'interrupt', by: 'house' };
    case 'misdeal':
      if (answers.reconstructed === null) return null;
      return {
        input: 'misdeal',
        by: 'pit',
        reconstructed: answers.reconstructed,
        deal: answers.deal || null,
        ...(answers.reconstructed && { moves: answers.moves }),
      };
    case 'place': {
      if (!answers.where) return null;
      if (answers.where === 'dealer') return { input: 'place', by: 'pit', dealer: true };
      const [box, hand] = answers.where.split('/').map(Number);
      return { input: 'place', by: 'pit', box: box ?? null, hand: hand ?? null };
    }
    case 'discard:overdraw':
      return { input: 'discard', by: 'pit', reason: 'overdraw' };
    case 'discard:no-bet':
      return { input: 'discard', by: 'pit', reason: 'no-bet' };
    case 'together':
      return together(answers.cards);
    case 'burn':
      return answers.count >= 1 ? { input: 'burn', by: 'pit', count: answers.count } : null;
  }
}

export interface Choice {
  player: string;
  answer: 'continue' | 'withdraw' | null;
}

const ERRORS = ['misdeal', 'together', 'take'];

/** Who has chosen what since the last dealing error; who withdrew before is not asked again. */
export function choices(bets: SpotChips[], events: TableEvent[]): Choice[] {
  const since = events.findLastIndex((event) => ERRORS.includes(event.what));
  const did = (player: string, what: string, list: TableEvent[]) =>
    list.some((event) => event.by === player && event.what === what);
  const before = events.slice(0, Math.max(0, since));
  const after = events.slice(since + 1);
  return [...new Set(bets.map((bet) => bet.player))]
    .filter((player) => !did(player, 'withdraw', before))
    .map((player) => ({
      player,
      answer: did(player, 'withdraw', after)
        ? 'withdraw'
        : did(player, 'continue', after)
          ? 'continue'
          : null,
    }));
}
