// What the tables are called: players know them by that, and not by their ids.
import type { LobbyTable } from '../wire/http';
import { t } from '../i18n/words.svelte';
import { get } from './api';

class Titles {
  private known = $state.raw<Map<string, LobbyTable> | null>(null);
  private requested = false;

  /** Nothing until the house has said; the id of a table that is there no more. */
  of(table: string): string {
    this.ask();
    return this.known ? (this.known.get(table)?.title ?? table) : '';
  }

  /** What the table is known by on the floor; 0: nobody has said. */
  number(table: string): number {
    this.ask();
    return this.known?.get(table)?.number ?? 0;
  }

  /** For staff: with the number, because tables may share a title. */
  numbered(table: string): string {
    const number = this.number(table);
    return number ? `${this.of(table)} · ${t('table.number', { n: number })}` : this.of(table);
  }

  private ask(): void {
    if (!this.requested) {
      this.requested = true;
      get<LobbyTable[]>('/api/lobby').then(
        (tables) => (this.known = new Map(tables.map((table) => [table.table, table]))),
        () => (this.known = new Map()),
      );
    }
  }
}

export const titles = new Titles();
