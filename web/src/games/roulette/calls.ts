// Call bets: parts of the wheel, made of bets this layout has. Where the bet as it is known elsewhere
// joins zero with other numbers (0-2-3 in the voisins, 0-3 in the jeu zéro), no such spot is here:
// each of those numbers gets a chip of its own.
import { covered } from './spots';
import { neighbours } from './wheel';

export interface Part {
  bet: string;
  chips: number;
}

export const CALLS = {
  voisins: [
    ...straights(0, 2, 3),
    ...splits('4-7', '12-15', '18-21', '19-22', '32-35'),
    { bet: 'corner:25-29', chips: 2 },
  ],
  orphelins: [...straights(1), ...splits('6-9', '14-17', '17-20', '31-34')],
  tiers: splits('5-8', '10-11', '13-16', '23-24', '27-30', '33-36'),
  zero: [...straights(0, 3, 26), ...splits('12-15', '32-35')],
} satisfies Record<string, Part[]>;

export type Call = keyof typeof CALLS;

/** A number and its neighbours on the wheel, a chip on each. */
export const neighbourBet = (pocket: number, each: number): Part[] =>
  straights(...neighbours(pocket, each));

export const chipsOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + part.chips, 0);

export function numbersOf(parts: readonly Part[]): number[] {
  return [...new Set(parts.flatMap((part) => covered(part.bet)))];
}

/** "0 · 4-7 · 25-29 ×2" */
export function composed(parts: readonly Part[]): string {
  return parts
    .map(({ bet, chips }) => bet.split(':')[1] + (chips > 1 ? ` ×${chips}` : ''))
    .join(' · ');
}

function straights(...numbers: number[]): Part[] {
  return numbers.map((n) => ({ bet: `straight:${n}`, chips: 1 }));
}

function splits(...pairs: string[]): Part[] {
  return pairs.map((pair) => ({ bet: `split:${pair}`, chips: 1 }));
}
