// What the house keeps of each bet, made ready to be shown. Everything is by kind of bet:
// "straight:17" is worth the same as "straight:18".
import { ALL_GAMES, ofAnyGame } from '../games';
import { together } from '../i18n/words.svelte';
import type { BetOdds, GameOdds } from '../wire/http';
import { figure } from './money';

export interface Worth {
  edge: number;
  /** The words that say what the figure means; the first speaks for every bet of the game. */
  notes: string[];
}

export type Edges = ReadonlyMap<string, Worth>;

export const kindOf = (bet: string): string => bet.split(':')[0] ?? bet;

export function edgesOf(odds: GameOdds): Edges {
  const general = 'decks' in odds.settings ? 'odds.edgeCards' : 'odds.edgeWheel';
  const edges = new Map<string, Worth>();
  for (const bet of odds.bets) {
    const kind = kindOf(bet.bet);
    const own = noteOn(bet);
    if (!edges.has(kind))
      edges.set(kind, { edge: bet.house_edge, notes: own ? [general, own] : [general] });
    // R19: nobody follows the seat before having said so.
    if (bet.ev_not_following !== undefined)
      edges.set(`${kind}-alone`, { edge: -bet.ev_not_following, notes: [general] });
  }
  return edges;
}

/** What is said of this bet alone: how it is played, or when it is offered. */
function noteOn(odds: BetOdds): string {
  if (odds.ev_composition !== undefined) return 'odds.edgeChart';
  if (odds.per_unit_wagered !== undefined) return 'odds.edgeAnte';
  return ofAnyGame((game) => game.bets.edgeNotes[odds.bet]) ?? '';
}

/** "2.70 %", "2,70 %"; a bet that is better for the player has a minus. */
export function edgeText(edge: number): string {
  const hundredths = Math.round(Math.abs(10_000 * edge));
  return together(`${figure((Math.sign(edge) * hundredths) / 100, 2)}\u00a0%`);
}

/** Bets with their edges; where all are alike, one line without a name for all of them. */
export function edgeLines(edges: Edges): { bet: string; text: string }[] {
  const lines = [...edges].map(([bet, { edge }]) => ({ bet, text: edgeText(edge) }));
  const [first, ...rest] = lines;
  if (first && rest.length && rest.every((line) => line.text === first.text))
    return [{ bet: '', text: first.text }];
  return lines;
}

/** Every note once. */
export const allNotes = (edges: Edges): string[] => [
  ...new Set([...edges.values()].flatMap((edge) => edge.notes)),
];

/** Rows of one bet that follow each other share a cell: in its first row how many, in the others 0. */
export function spans(bets: { bet: string }[]): number[] {
  const rows: number[] = [];
  let first = 0;
  for (const [at, { bet }] of bets.entries()) {
    if (at && bets[first]?.bet === bet) {
      rows[first] = (rows[first] ?? 0) + 1;
      rows.push(0);
    } else {
      first = at;
      rows.push(1);
    }
  }
  return rows;
}

/** Whether players decide something in this game, so that it can be played well or badly. */
export const isPlayed = (bets: { bet: string }[]): boolean =>
  bets.some(({ bet }) => ALL_GAMES.some((game) => game.bets.isPlayed(bet)));
