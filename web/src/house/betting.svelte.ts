// Chips in hand: which is chosen, and what a tap, a drop or a key does with it. They lie in a draft
// until they are placed; the house says what is allowed, and what is confirmed.
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { gameOf } from '../games';
import type { SpotTerms } from '../wire/http';
import type { CheckedBets, SpotRefusal } from '../wire/socket';
import type { Action, Chip, TableView, YouView } from '../wire/socket';
import { t } from '../i18n/words.svelte';
import { get } from './api';
import { tray, usualChip } from './denominations';
import { Draft, spotKey, type SpotName } from './draft';
import { house } from './house.svelte';
import { money } from './money';
import { coveredBoxes, momentOf } from './questions';
import { LatestQuestion } from './latest-question';
import { Refusal } from './refusal';
import type { OnTheWay } from './reveal';
import { play } from './sounds';
import type { Squeeze } from './squeeze';
import { toasts } from './toasts.svelte';

/** Belongs to no component: the house may answer a player who has left the table meanwhile. */
export function bettingAt(table: string): Betting {
  let betting!: Betting;
  $effect.root(() => {
    betting = new Betting(table);
  });
  return betting;
}

export class Betting {
  private chosenChip = $state<number | null>(null);
  private kept = $state.raw(Draft.of(null, []));
  private choice = $state.raw<{ box: number; moment: string } | null>(null);
  /** Spots that would take no further chip, as the house has told last, and for which betting. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  private closedSpots = $state.raw<ReadonlyMap<string, SpotRefusal>>(new Map());
  private closedFor = $state('');
  /** Spots whose chips are under their minimum, as the house has told with it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  private shortSpots = $state.raw<ReadonlyMap<string, SpotRefusal>>(new Map());
  /** Boxes that the player was advised of. */
  private advised: number[] = [];
  /** Resolves when what is being placed is answered: whether it counts. */
  private placing: Promise<boolean> = Promise.resolve(false);
  private checks = new LatestQuestion<Draft, CheckedBets>(
    (draft) =>
      house.ask({
        type: 'check-bets',
        ...this.here,
        bets: this.withPlaced(draft),
      }) as Promise<CheckedBets>,
    (draft, checked) => this.checked(draft, checked),
  );

  constructor(readonly table: string) {}

  get view(): TableView | undefined {
    return house.shown.tables[this.table];
  }

  get you(): YouView | undefined {
    return house.shown.you[this.table];
  }

  /** The chips to choose from. */
  tray = $derived.by(() => {
    const { view } = this;
    return view ? tray(view.limits, view.chip_unit, view.smallest_bet || view.limits.min) : [];
  });

  /** The chip that a tap puts down. */
  get chip(): number {
    if (this.chosenChip !== null && this.tray.includes(this.chosenChip)) return this.chosenChip;
    return usualChip(this.tray, this.view?.limits.min ?? 0);
  }
  set chip(chip: number) {
    this.chosenChip = chip;
  }

  /** As it was told last, whether or not that is shown yet. */
  get latest(): TableView | undefined {
    return house.state.tables[this.table];
  }

  /** What is coming over this felt. */
  get onTheWay(): OnTheWay | null {
    return house.onTheWay?.table === this.table ? house.onTheWay : null;
  }

  /** Cards that this player turns, once all of them lie there. */
  get squeeze(): Squeeze | null {
    const squeeze = house.squeeze;
    return squeeze?.table === this.table && squeeze.ends !== null ? squeeze : null;
  }

  /** By what name the player who looks at it sits here. */
  get viewer(): string {
    return house.me?.name ?? '';
  }

  get maySit(): boolean {
    return house.me !== null && !!this.you?.may_sit;
  }

  landed = (round: number): void => house.landed(this.table, round);

  readSpots = (): Promise<SpotTerms[]> =>
    get<SpotTerms[]>(`/api/tables/${encodeURIComponent(this.table)}/spots`);

  get open(): boolean {
    return this.plays && house.status === 'open' && this.view?.phase === 'betting';
  }

  /** Whether whoever looks at it may bet here. */
  get plays(): boolean {
    return house.plays || (house.me?.role === 'lab' && !!this.view?.staged);
  }

  /** R33: what this player may say of its own betting, that it is over; or has said. A player who is
      alone at the table begins the round with it. */
  get ending(): 'deal-now' | 'finish' | 'finished' | null {
    const { view, you } = this;
    if (!this.open || !view?.closes_early || !view.bettors || !you || this.draft.changed)
      return null;
    if (you.finished) return 'finished';
    if (!you.confirmed.length && !you.seats.length) return null;
    if (this.shortBoxes.length) return null;
    return you.deals_now ? 'deal-now' : 'finish';
  }

  private get round(): number {
    return this.view?.round ?? 0;
  }

  /** This betting, told apart from any other moment. */
  private get now(): string {
    return `${this.round}/${this.view?.phase ?? ''}`;
  }

  // What is looked at -----------------------------------------------------------------------------

  private moment = $derived.by(() => (this.view ? momentOf(this.view, this.you) : ''));

  /** The box this player has chosen to look at, where not all of them fit side by side. It ends with
      the moment: the next question opens the box that its answers are about. */
  get chosen(): number | null {
    return this.choice?.moment === this.moment ? this.choice.box : null;
  }

  choose = (box: number): void => {
    this.choice = { box, moment: this.moment };
  };

  /** The own cards that lie face down, by box: whether they were looked at, and how to look. */
  readonly covered = new SvelteMap<number, { seen: boolean; look: () => void }>();
  private coveredBoxes = $derived.by(() => coveredBoxes(this.view, this.you));

  /** Whether this player has yet to look at the cards of a box. */
  unseen(box: number): boolean {
    return this.coveredBoxes.includes(box) && !this.covered.get(box)?.seen;
  }

  // What lies there --------------------------------------------------------------------------------

  /** With the house's latest word in it. */
  draft = $derived.by(() =>
    this.kept.confirm(this.view?.phase === 'betting' ? this.round : null, this.confirmedChips),
  );

  private get confirmedChips(): Chip[] {
    return (this.you?.confirmed ?? []).filter((chip) => !this.countsAtOnce(chip));
  }

  /** Chips that counted as they were placed. */
  private get placedAtOnce(): Chip[] {
    return (this.you?.confirmed ?? []).filter(this.countsAtOnce);
  }

  private countsAtOnce = ({ bet }: { bet: string }): boolean =>
    gameOf(this.view?.family).bets.placedAtOnce.includes(bet);

  /** All that lies in front of this player, confirmed or not. */
  get chips(): Chip[] {
    return this.withPlaced(this.draft);
  }

  private withPlaced(draft: Draft): Chip[] {
    return [...draft.chips, ...this.placedAtOnce];
  }

  /** What all of it comes to; while a round is played, with what play has added. */
  get current(): number {
    if (this.view?.phase !== 'betting') return this.you?.current_bet ?? 0;
    return this.chips.reduce((sum, chip) => sum + chip.amount, 0);
  }

  lying(spot: SpotName): number {
    return this.countsAtOnce(spot) ? this.confirmed(spot) : this.draft.on(spot);
  }

  confirmed(spot: SpotName): number {
    return (
      this.you?.confirmed.find((chip) => chip.bet === spot.bet && chip.box === spot.box)?.amount ??
      0
    );
  }

  /** Whether chips lie there that do not count yet. */
  unconfirmed(spot: SpotName): boolean {
    return this.lying(spot) !== this.confirmed(spot);
  }

  /** Why a spot takes no chip now. What was closed in another betting says nothing about this one. */
  closed(spot: SpotName): SpotRefusal | null {
    if (!this.open || this.closedFor !== this.now) return null;
    return this.closedSpots.get(spotKey(spot)) ?? null;
  }

  /** Why the chips there would be refused: they may be raised, or taken back. */
  short(spot: SpotName): SpotRefusal | null {
    if (!this.open || this.closedFor !== this.now || !this.lying(spot)) return null;
    return this.shortSpots.get(spotKey(spot)) ?? null;
  }

  /** What some of the chips that lie there are refused for, being too few. */
  get underMinimum(): SpotRefusal | null {
    for (const chip of this.chips) {
      const short = this.short(chip);
      if (short) return short;
    }
    return null;
  }

  private get boxBet(): string {
    return gameOf(this.view?.family).bets.box ?? '';
  }

  /** Boxes under their minimum on which this player has bet. */
  private shortBoxes = $derived.by(() =>
    this.open
      ? this.view!.boxes.filter(
          ({ number, missing }) => missing > 0 && this.confirmed({ bet: this.boxBet, box: number }),
        )
      : [],
  );

  // Following the house ----------------------------------------------------------------------------

  /** What the answer to a check depends on; empty: there is nothing to ask. */
  private question = $derived.by(() => {
    if (!this.open) return '';
    const boxes = this.view?.boxes.map(
      (box) => `${box.seat ?? ''}/${box.initial > 0}/${box.missing}`,
    );
    return JSON.stringify([this.round, this.view?.terms, boxes, this.you?.seats, this.chips]);
  });

  /** To be run as an effect: ask the house about the draft whenever its answer may be another. */
  check = (): void => {
    if (this.question) untrack(() => void this.checks.want(this.draft));
  };

  /** To be run as an effect: BJ5 5.2, others have lifted their bets off a box. */
  advise = (): void => {
    const boxes = this.shortBoxes;
    untrack(() => {
      for (const { number, missing } of boxes) {
        if (this.advised.includes(number)) continue;
        play('no');
        toasts.say(t('table.boxShort', { n: number, amount: money(missing) }), 'bad');
      }
      this.advised = boxes.map(({ number }) => number);
    });
  };

  /** To be run as an effect: keep the house's word, and tell of chips that were not placed in time. */
  follow = (): void => {
    const [before, now] = [this.kept, this.draft];
    if (before === now) return;
    this.kept = now;
    if (before.round !== null && before.round !== now.round) void this.tellUnplaced(before);
  };

  private async tellUnplaced(draft: Draft): Promise<void> {
    const placed = await this.placing;
    const confirmed = this.you?.round === draft.round ? this.you.confirmed : null;
    const amount = draft.answered(placed ? 'ok' : 'refused').unplaced(confirmed);
    if (!amount || !this.you) return;
    play('no');
    toasts.say(t('table.notPlaced', { amount: money(amount) }), 'bad');
  }

  private checked(draft: Draft, checked: CheckedBets): void {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never changed
    this.closedSpots = new Map(checked.closed.map((refusal) => [spotKey(refusal), refusal]));
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never changed
    this.shortSpots = new Map(checked.short.map((refusal) => [spotKey(refusal), refusal]));
    this.closedFor = this.now;
    const now = this.draft;
    if (!now.liesAs(draft)) return;
    const [why] = checked.refused;
    this.kept = why ? now.without(checked.refused) : now.letBe();
    if (why && this.kept !== now)
      this.failed(new Refusal(why.code, why.reason, why.clause, why.words));
  }

  // What a player does -----------------------------------------------------------------------------

  place = (spot: SpotName, amount = this.chip) => {
    if (this.countsAtOnce(spot))
      this.placeAtOnce((confirmed) => [...confirmed, { ...spot, amount }]);
    else this.together([{ ...spot, amount }]);
  };

  /** Chips that belong together: all of them are put down, or none stays; and so they are undone. */
  together = (chips: Chip[]) => this.change(this.draft.together(chips));
  move = (from: SpotName, to: SpotName) => {
    if (!this.countsAtOnce(from) && !this.countsAtOnce(to)) this.change(this.draft.move(from, to));
  };
  double = () => this.change(this.draft.double());
  /** In place of what lies there. */
  putDown = (chips: Chip[]) => this.change(this.draft.repeat(chips));
  repeat = () => this.change(this.draft.repeat(this.you?.last_bets ?? []));
  clear = () => {
    this.change(this.draft.clear(), null);
    if (this.open && this.placedAtOnce.length) this.takeBack();
  };
  undo = () => this.change(this.draft.undo(), null);

  private change(draft: Draft, sound: 'chip' | null = 'chip'): void {
    if (!this.open || draft === this.draft) return;
    if (this.cannotPay(draft)) return;
    this.kept = draft;
    if (sound) play(sound);
    if (this.you?.finished) void this.finish(false);
  }

  /** Chips that the purse does not hold are not put down, and the player is advised at once. */
  private cannotPay(draft: Draft): boolean {
    const purse = house.shown.purse;
    if (!purse || this.view?.staged) return false;
    const sum = (chips: readonly Chip[]) => chips.reduce((sum, chip) => sum + chip.amount, 0);
    const before = sum(this.draft.chips);
    const more = sum(draft.chips) - sum(this.confirmedChips);
    if (sum(draft.chips) <= before || more <= purse.balance) return false;
    play('no');
    const words = { needed: money(more), balance: money(purse.balance) };
    toasts.say(t('table.notEnough', words), 'bad', 6000, 'short-of-funds');
    return true;
  }

  /** "Place Bet"; pressed again, it waits for the answer to the first. */
  confirm = () => {
    this.placing = this.placing.then(() => this.placeDraft());
  };

  private async placeDraft(): Promise<boolean> {
    if (!this.open || !this.draft.changed) return false;
    this.kept = this.draft.sending();
    try {
      await house.ask({ type: 'place-bets', ...this.here, bets: this.chips });
      this.kept = this.kept.answered('ok');
      play('bell');
      return true;
    } catch (error) {
      this.kept = this.kept.answered(
        error instanceof Refusal && error.code === 'gone' ? 'lost' : 'refused',
      );
      this.failed(error);
      return false;
    }
  }

  /** R3: until "No more bets" a bet that counts at once may be taken back, which counts at once too;
      all of them, or those of one box. */
  takeBack = (box: number | null = null) =>
    this.placeAtOnce((confirmed) =>
      confirmed.filter((chip) => !this.countsAtOnce(chip) || (box !== null && chip.box !== box)),
    );

  /** R19: the next one waits for the answer, with which comes what is confirmed. */
  private placeAtOnce(changed: (confirmed: Chip[]) => Chip[]): void {
    const bets = () => changed(house.state.you[this.table]?.confirmed ?? []);
    this.placing = this.placing.then(() =>
      this.ask({ type: 'place-bets', ...this.here, bets: bets() }, 'chip'),
    );
  }

  /** R33: no more time is needed; or it is, after all. */
  finish = (done: boolean) => this.ask({ type: 'finish-betting', ...this.here, done });

  sit = (box: number) => this.ask({ type: 'take-seat', table: this.table, box });
  wait = () => this.ask({ type: 'join-waiting', table: this.table });
  leaveWaiting = () => this.ask({ type: 'leave-waiting', table: this.table });
  leave = (box: number) => this.ask({ type: 'leave-seat', table: this.table, box });
  chooseFollow = (follow: boolean) =>
    this.ask({ type: 'choose-follow', table: this.table, follow });
  askSqueeze = (box: number) => this.ask({ type: 'ask-squeeze', ...this.here, box });
  giveConsent = (instruction: string) =>
    this.ask({ type: 'give-consent', ...this.here, instruction });
  withdrawConsent = () => this.ask({ type: 'withdraw-consent', ...this.here });
  turnCards = (box: number) => this.ask({ type: 'turn-cards', ...this.here, box });

  decide = (
    action: Action,
    more: Partial<{
      box: number | null;
      amount: number | null;
      bet: string | null;
      card: string | null;
    }> = {},
  ) => this.ask({ type: 'decide', ...this.here, action, ...more });
  decideEarly = (box: number, action: Action | null) =>
    this.ask({ type: 'decide', ...this.here, action, box, early: true });

  private get here() {
    return { table: this.table, round: this.round };
  }

  private async ask(question: Parameters<typeof house.ask>[0], sound?: 'chip'): Promise<boolean> {
    try {
      await house.ask(question);
      if (sound) play(sound);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private failed(error: unknown): void {
    play('no');
    toasts.refused(error);
  }
}
