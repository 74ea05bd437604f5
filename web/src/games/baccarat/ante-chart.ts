// Which antes are raised, as the table of best play shows it.
import { figure } from '../../house/money';
import type { AnteDecision } from '../../wire/http';

export interface AnteRow {
  points: number;
  /** One for each ante, in the order of `bets`. */
  cells: AnteDecision[];
}

export function anteRows(decisions: AnteDecision[]): { bets: string[]; rows: AnteRow[] } {
  const bets = [...new Set(decisions.map((decision) => decision.bet))];
  const points = [...new Set(decisions.map((decision) => decision.points))];
  return {
    bets,
    rows: points.map((n) => ({
      points: n,
      cells: decisions.filter((decision) => decision.points === n),
    })),
  };
}

/** "+0.1234", "−0.9000". */
export const worthText = (ev: number): string => figure(ev, 4, '+');
