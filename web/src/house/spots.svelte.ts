// Which bets a table has, and which of them this player may place now: the house says so, and is
// asked again whenever the answer may be another.
import type { SpotView } from '../wire/socket';
import type { Betting } from './betting.svelte';
import { house } from './house.svelte';

export class Spots {
  private told = $state.raw<SpotView[]>([]);
  /** Which betting they were told for. */
  private toldFor = $state('');
  /** Whether the house has answered. A felt waits for it: a spot that came later would push the
      others from under the player's finger. */
  known = $state(false);
  private question = 0;

  constructor(protected readonly betting: Betting) {}

  /** What was closed in another betting says nothing about this one: it is open until the house has
      answered anew. */
  get all(): SpotView[] {
    return this.toldFor === this.betting.now ? this.told : this.told.map((one) => ({ ...one, open: true }));
  }

  /** What the answer depends on. */
  get reason(): string {
    const { view, you } = this.betting;
    if (!view) return '';
    const boxes = view.boxes.map((box) => `${box.seat ?? ''}/${box.initial > 0}`);
    return JSON.stringify([view.round, view.phase, boxes, you?.chips, you?.seats]);
  }

  async ask(): Promise<void> {
    const question = ++this.question;
    const askedFor = this.betting.now;
    // Those who may not bet have no spots; those who were cut off keep what they had.
    const may = ['guest', 'player'].includes(house.me?.role ?? '');
    const told = may && (await house.ask({ type: 'ask-spots', table: this.betting.table }).catch(() => null));
    // An answer that was overtaken is no news.
    if (question !== this.question) return;
    if (told) [this.told, this.toldFor] = [told as SpotView[], askedFor];
    this.known = true;
  }
}
