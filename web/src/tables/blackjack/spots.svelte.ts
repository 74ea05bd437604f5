// Which bets this table has, and which of them this player may place now: asked of the house.
import type { Betting } from '../../house/betting.svelte';
import { house } from '../../house/house.svelte';
import { refusalText } from '../../i18n/words.svelte';
import type { SpotView } from '../../wire/answers';

const MAIN = ['initial', 'behind'];

export class Spots {
  private all = $state.raw<SpotView[]>([]);

  constructor(private readonly betting: Betting) {}

  /** What the answer depends on: asked again when it changes. */
  get reason(): string {
    const { view, you } = this.betting;
    if (!view) return '';
    const boxes = view.boxes.map((box) => `${box.seat ?? ''}/${box.initial > 0}`);
    return JSON.stringify([view.round, view.phase, boxes, you?.chips, you?.seats]);
  }

  async ask(): Promise<void> {
    if (!house.me || !['guest', 'player'].includes(house.me.role)) return;
    const told = await house.ask({ type: 'ask-spots', table: this.betting.table }).catch(() => null);
    if (told) this.all = told as SpotView[];
  }

  /** Bets beside the main one that lie on a box. */
  get onBox(): string[] {
    return this.names((spot) => spot.box !== null && !MAIN.includes(spot.bet));
  }

  /** Bets that lie on no box. */
  get onTable(): string[] {
    return this.names((spot) => spot.box === null);
  }

  get behind(): boolean {
    return this.all.some((spot) => spot.bet === 'behind');
  }

  /** Why a spot is closed; empty: it is open. */
  closed(bet: string, box: number | null): string {
    const spot = this.all.find((one) => one.bet === bet && one.box === box);
    if (!spot || spot.open || !this.betting.open) return '';
    return refusalText({ code: spot.code, message: spot.reason, clause: spot.clause });
  }

  private names(which: (spot: SpotView) => boolean): string[] {
    return [...new Set(this.all.filter(which).map((spot) => spot.bet))];
  }
}
