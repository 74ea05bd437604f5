// What waits at the cage, for the cashiers: on every page they see how many, and hear of a new one.
import { untrack } from 'svelte';
import { t } from '../i18n/words.svelte';
import { house } from './house.svelte';
import { router } from './router.svelte';
import { play } from './sounds';
import { toasts } from './toasts.svelte';

class CageDesk {
  /** The last request that is known of; none before the house has told any. */
  private newest: number | null = null;

  get waiting(): number {
    return house.state.cage?.waiting ?? 0;
  }

  /** To be called in an effect. */
  watch(): void {
    const told = house.state.cage;
    if (house.status !== 'open' || !house.may('watch-cage')) return;
    if (!told) {
      this.newest = null;
      untrack(() => void house.watchCage().catch(() => {}));
      return;
    }
    if (
      this.newest !== null &&
      told.newest > this.newest &&
      house.may('POST /api/cage/requests/{number}/approval')
    ) {
      play('bell');
      // At the cage itself the list says more.
      untrack(() => router.path !== '/cage' && toasts.say(t('cage.waiting', { n: told.waiting })));
    }
    this.newest = told.newest;
  }
}

export const cageDesk = new CageDesk();
