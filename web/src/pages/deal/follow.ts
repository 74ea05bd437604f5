// Follow tables for as long as a page is open. While the socket is not there yet nothing is lost:
// what is followed is asked for again once it is.
import { house } from '../../house/house.svelte';
import { Refusal } from '../../house/refusal';
import { toasts } from '../../house/toasts.svelte';

export function followTables(...tables: string[]): () => void {
  for (const table of tables)
    house.follow(table).catch((error) => {
      if (error instanceof Refusal && error.code === 'unknown-table') house.unknownTable = table;
      else unlessGone(error);
    });
  return () => tables.forEach((table) => void house.unfollow(table).catch(() => {}));
}

export function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'gone')) toasts.refused(error);
}
