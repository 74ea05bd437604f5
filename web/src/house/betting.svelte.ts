// Chips in hand: which is chosen, and what a tap, a drop or a key does with it. The server keeps the
// layout and says what is allowed; nothing is drawn that it has not said.
import { SvelteMap } from 'svelte/reactivity';
import type { Action, Chip, TableView, YouView } from '../wire/socket';
import { house } from './house.svelte';
import { play } from './sounds';
import { Steps } from './steps';
import { toasts } from './toasts.svelte';

export interface SpotName {
  bet: string;
  box: number | null;
}

export const spotKey = (spot: SpotName): string => `${spot.bet}@${spot.box ?? ''}`;

export function spotOf(key: string): SpotName {
  const [bet = '', box = ''] = key.split('@');
  return { bet, box: box ? Number(box) : null };
}

export class Betting {
  /** The chip that a tap puts down. */
  chip = $state(500);

  /** What is looked at while it lies face down for the others, by box: whether all of it was seen,
      and a way to. */
  readonly secrets = new SvelteMap<number, { seen: boolean; look: () => void }>();
  private steps = new Steps(() => this.ask({ type: 'undo-chip', ...this.here }));

  constructor(readonly table: string) {}

  get view(): TableView | undefined {
    return house.shown.tables[this.table];
  }

  get you(): YouView | undefined {
    return house.shown.you[this.table];
  }

  get open(): boolean {
    const plays = !!house.me && ['guest', 'player'].includes(house.me.role);
    return plays && house.status === 'open' && this.view?.phase === 'betting';
  }

  private get round(): number {
    return this.view?.round ?? 0;
  }

  /** This betting, told apart from any other moment. */
  get now(): string {
    return `${this.round}/${this.view?.phase ?? ''}`;
  }

  lying(spot: SpotName): number {
    return amountOn(this.you?.chips ?? [], spot);
  }

  confirmed(spot: SpotName): number {
    return amountOn(this.you?.confirmed ?? [], spot);
  }

  /** Whether chips lie there that do not count yet. */
  unconfirmed(spot: SpotName): boolean {
    return this.lying(spot) !== this.confirmed(spot);
  }

  get anyUnconfirmed(): boolean {
    const you = this.you;
    return !!you && JSON.stringify(sorted(you.chips)) !== JSON.stringify(sorted(you.confirmed));
  }

  place = (spot: SpotName, amount = this.chip) => {
    const question = { type: 'place-chip' as const, ...this.here, bet: spot.bet, box: spot.box, amount };
    // A bet behind counts as it is placed: there is no taking it back.
    return spot.bet === 'behind' ? this.ask(question, 'chip') : this.step(question, 'chip');
  };
  move = (from: SpotName, to: SpotName) =>
    this.step(
      { type: 'move-chip', ...this.here, bet: from.bet, box: from.box, to_bet: to.bet, to_box: to.box },
      'chip',
    );
  undo = () => this.steps.undo(this.round);
  clear = () => this.step({ type: 'clear-chips', ...this.here });
  repeat = () => this.step({ type: 'repeat-bets', ...this.here }, 'chip');
  confirm = () => this.ask({ type: 'confirm-bets', ...this.here }, 'bell');

  /** Chips that belong together: all of them are put down, or none stays; and so they are undone. */
  together = (parts: { bet: string; box: number | null; amount: number }[], gap?: number) =>
    this.steps.together(this.round, parts.map((one) => () => this.place(one, one.amount)), gap);

  /** As much again on every spot. */
  double = () => this.together((this.you?.chips ?? []).filter((chip) => chip.bet !== 'behind'));

  sit = (box: number) => this.ask({ type: 'take-seat', table: this.table, box });
  wait = () => this.ask({ type: 'join-waiting', table: this.table });
  leaveWaiting = () => this.ask({ type: 'leave-waiting', table: this.table });
  leave = (box: number) => this.ask({ type: 'leave-seat', table: this.table, box });
  chooseFollow = (follow: boolean) => this.ask({ type: 'choose-follow', table: this.table, follow });
  askSqueeze = (box: number) => this.ask({ type: 'ask-squeeze', ...this.here, box });
  giveConsent = (instruction: string) => this.ask({ type: 'give-consent', ...this.here, instruction });
  withdrawConsent = () => this.ask({ type: 'withdraw-consent', ...this.here });
  turnCards = (box: number) => this.ask({ type: 'turn-cards', ...this.here, box });

  decide = (action: Action, more: Partial<{ box: number | null; amount: number | null; bet: string | null; card: string | null }> = {}) =>
    this.ask({ type: 'decide', ...this.here, action, ...more });
  decideEarly = (box: number, action: Action | null) =>
    this.ask({ type: 'decide', ...this.here, action, box, early: true });

  private get here() {
    return { table: this.table, round: this.round };
  }

  private async step(question: Parameters<typeof house.ask>[0], sound?: 'chip'): Promise<boolean> {
    const { round } = this;
    const done = await this.ask(question, sound);
    if (done) this.steps.done(round);
    return done;
  }

  private async ask(question: Parameters<typeof house.ask>[0], sound?: 'chip' | 'bell'): Promise<boolean> {
    try {
      await house.ask(question);
      if (sound) play(sound);
      return true;
    } catch (error) {
      play('no');
      toasts.refused(error);
      return false;
    }
  }
}

function amountOn(chips: Chip[], spot: SpotName): number {
  return chips.find((one) => one.bet === spot.bet && one.box === spot.box)?.amount ?? 0;
}

function sorted(chips: Chip[]): string[] {
  return chips.map((one) => `${one.bet}@${one.box ?? ''}=${one.amount}`).sort();
}
