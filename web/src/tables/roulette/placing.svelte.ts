// Several chips that belong together: all of them are put down, or none stays.
import type { Betting } from '../../house/betting.svelte';
import type { Part } from './calls';

/** Between two chips: the house hears twenty messages a second. */
const GAP_MS = 50;

export class Placing {
  busy = $state(false);

  constructor(private readonly betting: Pick<Betting, 'open' | 'place' | 'undo'>) {}

  async all(parts: readonly Part[], chip: number, gap = GAP_MS): Promise<void> {
    if (this.busy || !this.betting.open) return;
    this.busy = true;
    try {
      let down = 0;
      for (const { bet, chips } of parts) {
        if (down) await new Promise((resolve) => setTimeout(resolve, gap));
        if (!(await this.betting.place({ bet, box: null }, chips * chip))) return await this.takeBack(down);
        down++;
      }
    } finally {
      this.busy = false;
    }
  }

  private async takeBack(down: number): Promise<void> {
    for (let left = down; left > 0 && this.betting.open; left--) {
      if (!(await this.betting.undo())) return;
    }
  }
}
