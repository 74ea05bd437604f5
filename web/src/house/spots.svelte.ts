// Which bets a table has: read once, and again when the pit has changed what is played by.
import type { SpotTerms } from '../wire/http';
import { get } from './api';

export class Spots {
  all = $state.raw<SpotTerms[]>([]);
  /** Whether the house has answered. A felt waits for it: a spot that came later would push the
      others from under the player's finger. */
  known = $state(false);
  private question = 0;

  constructor(private readonly table: string) {}

  async ask(): Promise<void> {
    const question = ++this.question;
    const told = await get<SpotTerms[]>(`/api/tables/${encodeURIComponent(this.table)}/spots`).catch(() => null);
    // An answer that was overtaken is no news.
    if (question !== this.question) return;
    if (told) this.all = told;
    this.known = true;
  }
}
