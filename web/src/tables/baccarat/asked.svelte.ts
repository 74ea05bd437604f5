// What the house says of its spots: asked again whenever the answer may be another.
import { get } from '../../house/api';
import type { Betting } from '../../house/betting.svelte';
import { house } from '../../house/house.svelte';
import type { BetRule, SpotView } from './spots';

export class Asked {
  spots = $state.raw<SpotView[]>([]);
  rules = $state.raw<BetRule[]>([]);
  private question = 0;

  constructor(private readonly betting: Betting) {}

  async askSpots(): Promise<void> {
    const question = ++this.question;
    try {
      const told = (await house.ask({ type: 'ask-spots', table: this.betting.table, box: null })) as SpotView[];
      // An answer that was overtaken is no news.
      if (question === this.question) this.spots = told;
    } catch {
      // Those who may not bet have no spots; those who were cut off keep what they had.
    }
  }

  async askRules(): Promise<void> {
    try {
      const told = await get<{ bets: BetRule[] }>(`/api/tables/${encodeURIComponent(this.betting.table)}/rules`);
      this.rules = told.bets;
    } catch {
      // The odds stay unwritten; the rules page tells why.
    }
  }
}
