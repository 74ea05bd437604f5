// What the tables are called: players know them by that, and not by their ids.
import type { LobbyTable } from '../wire/http';
import { get } from './api';

class Titles {
  private known = $state.raw<Map<string, string> | null>(null);
  private asked = false;

  /** Nothing until the house has said; the id of a table that is there no more. */
  of(table: string): string {
    if (!this.asked) {
      this.asked = true;
      get<LobbyTable[]>('/api/lobby').then(
        (tables) => (this.known = new Map(tables.map((one) => [one.table, one.title]))),
        () => (this.known = new Map()),
      );
    }
    return this.known ? (this.known.get(table) ?? table) : '';
  }
}

export const titles = new Titles();
