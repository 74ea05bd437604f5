// The pit's desk: the floor as it is told, and what waits for a person.
import { get } from '../../house/api';
import { house } from '../../house/house.svelte';
import { play } from '../../house/sounds';
import { toasts } from '../../house/toasts.svelte';
import { unlessGone } from '../deal/follow';
import type { DisputeView, FloorView, ProposalView, TableToday } from '../../wire/http';
import { urgency } from './floor';

const AGAIN_MS = 4000;
const TODAY_MS = 15_000;

class PitDesk {
  proposals = $state<ProposalView[]>([]);
  unfinished = $state<ProposalView[]>([]);
  disputes = $state<DisputeView[]>([]);
  /** When the floor was last told, on this machine's clock; waits run on from there. */
  toldAt = $state(0);
  private known = 0;
  private papers = '';
  private turn = 0;
  private again: ReturnType<typeof setTimeout> | undefined;

  get tables() {
    return house.state.floor?.tables ?? [];
  }

  get alerts() {
    return house.state.floor?.alerts ?? [];
  }

  /** What each table has taken today, and its pace. */
  today = $state<Record<string, TableToday>>({});
  /** Who can be put on a table. */
  dealers = $state<string[]>([]);

  open(): () => void {
    if (!house.may('GET /api/floor')) return () => {};
    house.watchFloor().catch(unlessGone);
    void this.look();
    const count = () =>
      get<Record<string, TableToday>>('/api/floor/today').then(
        (today) => (this.today = today),
        unlessGone,
      );
    void count();
    const counting = setInterval(count, TODAY_MS);
    get<string[]>('/api/dealers').then((names) => (this.dealers = names.sort()), unlessGone);
    return () => {
      this.turn += 1;
      clearTimeout(this.again);
      clearInterval(counting);
    };
  }

  /** What proposals and disputes say is on no feed; the floor's tells when to ask for it. */
  look = async (): Promise<void> => {
    const turn = ++this.turn;
    clearTimeout(this.again);
    try {
      const [floor, disputes] = await Promise.all([
        get<FloorView>('/api/floor'),
        get<DisputeView[]>('/api/disputes'),
      ]);
      if (turn !== this.turn) return;
      this.proposals = floor.proposals;
      this.unfinished = floor.unfinished;
      this.disputes = disputes;
    } catch {
      if (turn === this.turn) this.again = setTimeout(() => void this.look(), AGAIN_MS);
    }
  };

  /** A new alert is heard, and papers that have changed are read. */
  floorChanged(): void {
    const papers = JSON.stringify(house.state.floor?.papers);
    if (papers !== this.papers && this.papers) void this.look();
    this.papers = papers;
    const newest = Math.max(
      0,
      ...this.alerts.filter((alert) => urgency(alert) < 3).map((alert) => alert.number),
    );
    if (newest > this.known && this.known) play('bell');
    this.known = Math.max(this.known, newest);
    this.toldAt = performance.now();
  }

  /** Do it, say so, and look again; a refusal is shown and told back. */
  async done(request: Promise<unknown>, message: string): Promise<unknown> {
    try {
      await request;
      toasts.say(message, 'good');
      return null;
    } catch (error) {
      play('no');
      toasts.refused(error);
      return error;
    } finally {
      void this.look();
    }
  }
}

export const pit = new PitDesk();
