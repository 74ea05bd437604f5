// What incidents are about, and how the remedies that are typed in are read.
import type {
  ByHand,
  Remedies,
  RightOutcome,
  RightRules,
  RoundRemedy,
  StakesBack,
  Stands,
} from '../../wire/http';

export const CAUSES = ['shoe', 'wheel', 'dealer', 'rule', 'other'] as const;
/** For all rounds. */
export const FOR_ALL = ['stands', 'stakes-back', 'right-rules'] as const;
/** For one of them. */
export const FOR_ONE = [
  'stands',
  'stakes-back',
  'right-rules',
  'right-outcome',
  'by-hand',
] as const;

export type Remedy = Stands | StakesBack | RightRules | RightOutcome | ByHand;
export type Kind = (typeof FOR_ONE)[number];
export interface Typed {
  round: number | null;
  kind: Kind;
  /** `h17=false, decks=6`; `3=AS`; `17`; `ann=150`. */
  text: string;
}

/** `a=b, c=d`; null where something is no such pair. */
export function pairs(text: string): [string, string][] | null {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const found = parts.map((part) => /^([^=]+)=(.+)$/.exec(part));
  if (!parts.length || found.some((pair) => !pair)) return null;
  return found.map((pair) => [pair![1]!.trim(), pair![2]!.trim()]);
}

const setting = (text: string): boolean | number | string =>
  text === 'true' || text === 'false' ? text === 'true' : /^\d+$/.test(text) ? Number(text) : text;

/** What is typed in as the house understands it; null where it cannot be read. */
export function remedyOf(
  { kind, text }: Typed,
  cents: (text: string) => number | null,
): Remedy | null {
  if (kind === 'stands' || kind === 'stakes-back') return { remedy: kind };
  if (kind === 'right-outcome' && /^\d{1,2}$/.test(text.trim()))
    return { remedy: kind, cards: [], pocket: Number(text) };
  const read = pairs(text);
  if (!read) return null;
  if (kind === 'right-rules') {
    return {
      remedy: kind,
      settings: Object.fromEntries(read.map(([name, value]) => [name, setting(value)])),
    };
  }
  if (kind === 'right-outcome') {
    const cards = read.map(([place, card]) => ({ place: Number(place), card: card.toUpperCase() }));
    return cards.every(({ place }) => place > 0) ? { remedy: kind, cards, pocket: null } : null;
  }
  const returned = read.map(([player, amount]) => [player, cents(amount)] as const);
  return returned.some(([, amount]) => amount === null)
    ? null
    : { remedy: kind, returned: Object.fromEntries(returned) as Record<string, number> };
}

/** All that is typed in; null where something of it cannot be read. */
export function remediesOf(
  every: Typed,
  rounds: Typed[],
  cents: (text: string) => number | null,
): Remedies | null {
  const forAll = remedyOf(every, cents);
  const named = rounds.map((typed) => ({
    round: typed.round ?? 0,
    remedy: remedyOf(typed, cents),
  }));
  if (!forAll || named.some(({ round, remedy }) => !remedy || round < 1)) return null;
  return { every: forAll as Remedies['every'], rounds: named as RoundRemedy[] };
}
