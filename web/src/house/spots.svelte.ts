// Which bets a table has: read once, and again when the pit has changed what is played by.
import type { SpotTerms } from '../wire/http';
import type { Betting } from './betting.svelte';

export class Spots {
  all = $state.raw<SpotTerms[]>([]);
  /** Whether the house has answered. A felt waits for it: a spot that came later would push the
      others from under the player's finger. */
  known = $state(false);
  private question = 0;

  /** Made while a felt is being drawn, and read anew as long as it stands. */
  constructor(betting: () => Betting) {
    const terms = $derived(betting().view?.terms);
    $effect(() => {
      if (terms !== undefined) void this.ask(betting());
    });
  }

  private async ask(betting: Betting): Promise<void> {
    const question = ++this.question;
    const spots = await betting.readSpots().catch(() => null);
    // An answer that was overtaken is no news.
    if (question !== this.question) return;
    if (spots) this.all = spots;
    this.known = true;
  }
}
