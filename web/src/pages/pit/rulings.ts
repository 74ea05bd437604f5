// The pit's rulings: which may be made now, what each asks, and what is sent.
import type { Deal, TableEvent, Rule, SpotChips, VoidReason } from '../../wire/socket';

export type Ruling = Rule['ruling'];
export type RulingName = 'void' | 'interrupt' | 'misdeal' | 'place' | 'discard:overdraw' | 'discard:no-bet' | 'together' | 'burn';
export type Family = 'blackjack' | 'baccarat' | 'roulette';

const FORMS: RulingName[] = ['misdeal', 'place', 'discard:overdraw', 'discard:no-bet', 'together', 'burn', 'interrupt', 'void'];

/** Those of the house's list that this person makes, the gentlest first; for the house itself only
    the shift manager speaks. */
export function offered(rulings: string[], role: string | undefined): RulingName[] {
  return FORMS.filter((one) => rulings.includes(one) && (one !== 'interrupt' || role === 'shift'));
}

export interface Answers {
  /** Nothing is said for anybody: what is not chosen is not ruled. */
  reason: VoidReason | null;
  reconstructed: boolean | null;
  deal: Deal | '';
  /** "dealer", or a box and a hand: "3/1". */
  where: string;
  cards: string[];
  count: number;
}

/** What is asked is answered, or there is no ruling. */
export function rulingOf(name: RulingName, said: Answers): Ruling | null {
  switch (name) {
    case 'void':
      return said.reason && { input: 'void', by: 'pit', reason: said.reason };
    case 'interrupt':
      return { input: 'interrupt', by: 'house' };
    case 'misdeal':
      if (said.reconstructed === null) return null;
      return { input: 'misdeal', by: 'pit', reconstructed: said.reconstructed, deal: said.deal || null };
    case 'place': {
      if (!said.where) return null;
      if (said.where === 'dealer') return { input: 'place', by: 'pit', dealer: true };
      const [box, hand] = said.where.split('/').map(Number);
      return { input: 'place', by: 'pit', box: box ?? null, hand: hand ?? null };
    }
    case 'discard:overdraw':
      return { input: 'discard', by: 'pit', reason: 'overdraw' };
    case 'discard:no-bet':
      return { input: 'discard', by: 'pit', reason: 'no-bet' };
    case 'together':
      return { input: 'together', by: 'dealer', cards: said.cards };
    case 'burn':
      return { input: 'burn', by: 'pit', count: said.count };
  }
}

export interface Choice {
  player: string;
  answer: 'continue' | 'withdraw' | null;
}

const ERRORS = ['misdeal', 'together', 'take'];

/** Who has chosen what since the last dealing error; who withdrew before is not asked again. */
export function choices(bets: SpotChips[], events: TableEvent[]): Choice[] {
  const since = events.findLastIndex((one) => ERRORS.includes(one.what));
  const said = (player: string, what: string, list: TableEvent[]) => list.some((one) => one.by === player && one.what === what);
  const before = events.slice(0, Math.max(0, since));
  const after = events.slice(since + 1);
  return [...new Set(bets.map((one) => one.player))]
    .filter((player) => !said(player, 'withdraw', before))
    .map((player) => ({
      player,
      answer: said(player, 'withdraw', after) ? 'withdraw' : said(player, 'continue', after) ? 'continue' : null,
    }));
}
