// The bets of a blackjack table, by where they lie.
import { Spots as Asked } from '../../house/spots.svelte';
import { refusalText } from '../../i18n/words.svelte';
import type { SpotView } from '../../wire/socket';

const MAIN = ['initial', 'behind'];

export class Spots extends Asked {
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
