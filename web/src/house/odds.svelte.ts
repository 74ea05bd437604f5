// What each table's bets are worth. The first time it may take the house some seconds to say, so
// nothing waits for it.
import type { GameOdds } from '../wire/http';
import { get } from './api';
import { edgesOf, edgeText, kindOf, type Edges } from './edges';

class Odds {
  private known = $state.raw<Record<string, Edges | null>>({});

  /** Whenever a table is looked at: its settings may be others now. */
  async ask(table: string): Promise<void> {
    let edges: Edges | null;
    try {
      edges = edgesOf(await get<GameOdds>(`/api/tables/${encodeURIComponent(table)}/odds`));
    } catch {
      // What was known stays; it is asked again the next time.
      edges = this.known[table] ?? null;
    }
    this.known = { ...this.known, [table]: edges };
  }

  /** Undefined while the house reckons; null where it could not. */
  of(table: string): Edges | null | undefined {
    return this.known[table];
  }

  /** "2.70 %", or nothing where it is not known. */
  edge(table: string, bet: string): string {
    const worth = this.known[table]?.get(kindOf(bet));
    return worth ? edgeText(worth.edge) : '';
  }
}

export const odds = new Odds();
