// What this player has asked of the cage, and the dialog in which it is asked.
import type { OwnCageRequest } from '../wire/http';
import { get, post } from './api';
import { Loader } from './loader.svelte';

class OwnCage {
  /** Whether the dialog is open. */
  asking = $state(false);
  private loader = new Loader<OwnCageRequest[]>();

  get requests(): OwnCageRequest[] {
    return this.loader.value ?? [];
  }

  get waiting(): OwnCageRequest[] {
    return this.requests.filter((request) => request.status === 'waiting');
  }

  get wrong(): string {
    return this.loader.wrong;
  }

  /** Chips that wait to be cashed out. */
  get held(): number {
    return this.waiting
      .filter((request) => request.way === 'cash-out')
      .reduce((sum, request) => sum + request.amount, 0);
  }

  ask(): void {
    this.asking = true;
    void this.look();
  }

  close(): void {
    this.asking = false;
  }

  look = (): Promise<void> =>
    this.loader.load(() => get<OwnCageRequest[]>('/api/me/cage-requests'));

  /** The cage has decided something: whoever has it in sight sees it. */
  decided(): void {
    void this.look();
  }

  async send(wish: {
    way: OwnCageRequest['way'];
    amount: number;
    note: string;
    id: string;
  }): Promise<void> {
    await post('/api/me/cage-requests', wish);
    await this.look();
  }

  async withdraw(number: number): Promise<void> {
    await post(`/api/me/cage-requests/${number}/withdrawal`);
    await this.look();
  }
}

export const ownCage = new OwnCage();
