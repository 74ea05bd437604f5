// Several chips that belong together, put down by one tap; a second tap waits for the first.
import type { Betting } from '../../house/betting.svelte';
import type { Part } from './calls';

export class Placing {
  busy = $state(false);

  constructor(private readonly betting: Pick<Betting, 'open' | 'together'>) {}

  async all(parts: readonly Part[], chip: number, gap?: number): Promise<void> {
    if (this.busy || !this.betting.open) return;
    this.busy = true;
    try {
      await this.betting.together(parts.map(({ bet, chips }) => ({ bet, box: null, amount: chips * chip })), gap);
    } finally {
      this.busy = false;
    }
  }
}
