// What a player may see already. The house says at once what came of a round; on the felt cards are
// laid one by one. So everything that was said is kept twice: as received, and as shown.
// A card on its way is drawn by the felt and by nothing else: the table stays as it was, with its totals,
// turns and clock, until the card lies there. Whatever was said after it waits for that, too.
//
// Nothing waits where nothing moves: where no felt is looked at, for those who want it still, in a
// hidden page, while missed news is caught up with; and a new round waits for nobody. However badly
// a felt draws, nothing is held back longer than `LONGEST`.
//
// Cards that this player squeezes come face down: of what was told with them only the cards are laid on
// the felt, and the rest with all that came after it waits until they are turned, or their time is over.
import { gameOf } from '../games';
import type { HouseSays, Squeezer, TableView } from '../wire/socket';
import { NEXT_SETS_OUT, type Pace, type Play } from './pace';
import type { Squeeze, SqueezedCard } from './squeeze';
import { apply, emptyState, type HouseState } from './state';

/** The longest that anything is held back, money above all; a squeeze comes to that. */
export const LONGEST = 15_000;
/** The longest that a question to this player is, where the house's clock did not wait for the cards. */
export const LONGEST_QUESTION = 1500;
/** Of the pause before the next round, that much at most goes by before its end is shown. */
const OF_THE_PAUSE = 0.8;
/** Cards that wait are laid faster, so that the last of them lies well before its time is up. */
const IN_TIME = 0.75;

export interface Timer {
  now(): number;
  later(run: () => void, ms: number): void;
  stop(): void;
}

/** Cards that are coming over a felt, or another outcome. */
export interface OnTheWay {
  table: string;
  /** How it lies when they have come. */
  play: Play;
  /** What a card takes. */
  ms: number;
}

interface Held {
  message: HouseSays;
  at: number;
  /** When it is shown at the latest. */
  until: number;
  /** How many cards or other outcomes it brings. */
  brings: number;
  /** When they lie there, unless the felt says so before; null: they have not set out. */
  lands: number | null;
}

export class RevealQueue {
  received = emptyState();
  shown = emptyState();
  onTheWay: OnTheWay | null = null;
  /** What lies face down for this player. */
  squeeze: Squeeze | null = null;
  /** What was told with it. */
  private under: Held[] = [];
  /** For how long this round's squeezes have kept it. */
  private squeezed = 0;
  private felt: string | null = null;
  private held: Held[] = [];
  /** Until then the last card is looked at. */
  private rests = 0;
  private look = 0;

  constructor(
    private readonly timer: Timer,
    /** Whether nothing should move now. */
    private readonly still: () => boolean,
    private readonly pace: (unhurried: Pace) => Pace,
    private readonly changed: () => void,
    /** Which hands this player squeezes. */
    private readonly squeezes: (view: TableView) => Squeezer[] = () => [],
  ) {}

  /** Whether something was told that is not shown yet. */
  get behind(): boolean {
    return this.held.length > 0 || this.squeeze !== null;
  }

  /** This table's felt is looked at from now on, until the answer is called. */
  watchFelt(table: string): () => void {
    this.felt = table;
    return () => {
      if (this.felt !== table) return;
      this.felt = null;
      this.catchUp();
    };
  }

  receive(message: HouseSays): void {
    const at = this.timer.now();
    const before = this.received;
    const brings =
      message.type === 'table' && message.view.table === this.felt
        ? cardsBrought(before.tables[this.felt], message.view)
        : 0;
    this.received = apply(this.received, message, at);
    if (this.still() || anotherRound(before, message, this.felt)) this.showAll();
    if (this.squeeze && message.type === 'table' && message.view.void) this.showAll();
    if (this.still() || !(this.behind ? this.waits(message) : brings)) {
      this.shown = apply(this.shown, message, at);
    } else {
      this.held.push({
        message,
        at,
        until: at + longest(message, this.received),
        brings,
        lands: null,
      });
      this.showDue();
    }
    this.changed();
  }

  /** The felt reports that what was on its way in a round has landed. */
  landed(table: string, round: number): void {
    const head = this.held[0];
    if (head?.message.type !== 'table' || !this.onTheWay) return;
    const { view } = head.message;
    if (!gameOf(view.family).landsOnFelt) return;
    if (view.table !== table || view.round !== round) return;
    this.release();
    this.showDue();
    this.changed();
  }

  /** The player turns one of the cards that lie face down, or all of them. */
  turn(card: SqueezedCard | null = null): void {
    if (this.squeeze?.ends == null) return;
    this.turnOver(this.squeeze, card);
    this.showDue();
    this.changed();
  }

  private turnOver(squeeze: Squeeze, card: SqueezedCard | null = null): void {
    if (squeeze.cards.every((one) => one.turned)) return;
    const same = (one: SqueezedCard) => !card || (one.hand === card.hand && one.at === card.at);
    const cards = squeeze.cards.map((one) => (same(one) ? { ...one, turned: true } : one));
    // The last of them is looked at before what came of it.
    const { family } = this.received.tables[squeeze.table]!;
    const over = this.timer.now() + this.pace(gameOf(family).pace).lastLook;
    this.squeeze = {
      ...squeeze,
      cards,
      ends: cards.every((one) => one.turned) ? over : squeeze.ends,
    };
    this.lay();
  }

  /** Show all that was told. */
  catchUp(): void {
    if (!this.behind) return;
    this.showAll();
    this.changed();
  }

  /** What is done here and not by the house: it is known and shown at once. */
  change(how: (state: HouseState) => HouseState): void {
    this.received = how(this.received);
    this.shown = how(this.shown);
    this.changed();
  }

  /** Whether it may tell of what is not shown yet. Money and notices may, whatever the table. */
  private waits(message: HouseSays): boolean {
    if (message.type === 'table' || message.type === 'you') return message.view.table === this.felt;
    return ['purse', 'notice', 'reality-check'].includes(message.type);
  }

  private showAll(): void {
    this.endSqueeze();
    while (this.held.length) this.release();
    this.squeezed = 0;
    this.timer.stop();
  }

  private release(): void {
    const held = this.held.shift()!;
    const { message, at, brings } = held;
    if (this.squeeze) {
      this.under.push(held);
      this.lay();
    } else {
      this.shown = apply(this.shown, message, at);
    }
    if (!brings) return;
    this.onTheWay = null;
    this.rests = this.timer.now() + this.look;
  }

  /** The cards alone, as they lie for who squeezes. */
  private lay(): void {
    const after = this.under
      .flatMap(({ message }) => (message.type === 'table' ? [message.view] : []))
      .at(-1);
    const before = after && this.shown.tables[after.table];
    if (!before || !after.play) return;
    const view = { ...before, play: this.covered(after.family, after.play) };
    this.shown = { ...this.shown, tables: { ...this.shown.tables, [view.table]: view } };
  }

  private endSqueeze(): void {
    this.squeeze = null;
    for (const { message, at } of this.under.splice(0)) this.shown = apply(this.shown, message, at);
  }

  /** Show what is due, and come back when the next is. */
  private showDue(): void {
    const now = this.timer.now();
    if (this.latest() <= now) this.endSqueeze();
    while (this.latest() <= now) this.release();
    this.lookAtSqueeze(now);
    for (let head = this.held[0]; head && !this.squeezing; head = this.held[0]) {
      if (head.brings && head.lands === null) {
        if (this.rests > now) break;
        this.setOut(head, now);
      }
      if (head.brings && head.lands! > now) break;
      this.release();
      this.lookAtSqueeze(now);
    }
    this.timer.stop();
    const head = this.held[0];
    const next =
      head && !this.squeezing ? (head.lands ?? this.rests) : (this.squeeze?.ends ?? Infinity);
    if (this.behind) this.timer.later(() => this.tick(), Math.min(next, this.latest()) - now);
  }

  /** Whether everything has to wait until the cards that lie there are turned. */
  private get squeezing(): boolean {
    return this.squeeze !== null && this.squeeze.ends !== null;
  }

  /** Its time begins when all that come together lie there. When it is over they are turned, and looked at. */
  private lookAtSqueeze(now: number): void {
    const squeeze = this.squeeze;
    if (!squeeze) return;
    const view = this.shown.tables[squeeze.table];
    const lies = this.onTheWay ? 0 : laidOut(view);
    const wanted = gameOf(view?.family).squeeze?.firstCards ?? Infinity;
    if (squeeze.ends === null && lies >= wanted) {
      this.squeeze = { ...squeeze, ends: now + squeeze.ms };
      this.squeezed += squeeze.ms;
    } else if (squeeze.ends !== null && squeeze.ends <= now) {
      if (squeeze.cards.every((card) => card.turned)) this.endSqueeze();
      else this.turnOver(squeeze);
    }
  }

  private tick(): void {
    this.showDue();
    this.changed();
  }

  private setOut(head: Held, now: number): void {
    const { message, brings } = head;
    if (message.type !== 'table' || !message.view.play) return;
    const { table, family, play, over } = message.view;
    const { pace, landsOnFelt } = gameOf(family);
    const { way, look, lastLook } = this.pace(pace);
    const before = over ? lastLook : 0;
    const coming = way * (1 + (brings - 1) * NEXT_SETS_OUT);
    const share =
      ((this.latest() - now) * IN_TIME) / this.held.filter((message) => message.brings).length;
    const faster = landsOnFelt ? 1 : Math.min(1, share / (coming + before + look));
    this.hold(message.view, play);
    this.onTheWay = { table, play: this.covered(family, play), ms: way * faster };
    this.look = look * faster;
    head.lands = landsOnFelt ? Infinity : now + (coming + before) * faster;
  }

  /** Cards of a hand that this player squeezes come face down. */
  private hold(view: TableView, play: Play): void {
    const { table, round, family } = view;
    const rules = gameOf(family).squeeze;
    const lay = this.shown.tables[table]?.play ?? null;
    const down = rules?.heldBack(lay, play, this.squeezes(view)) ?? [];
    if (!rules || !down.length) return;
    const { cards, ...rest } = this.squeeze ?? {
      cards: [],
      table,
      round,
      ends: null,
      ms: rules.ms(play),
    };
    this.squeeze = { ...rest, cards: [...cards, ...down] };
  }

  /** As it lies for this player. */
  private covered(family: string, play: Play): Play {
    return (this.squeeze && gameOf(family).squeeze?.covered(play, this.squeeze)) ?? play;
  }

  private latest(): number {
    return (
      Math.min(...[...this.under, ...this.held].map((message) => message.until)) + this.squeezed
    );
  }
}

/** Where the house's clock waits for the cards to be seen, there is that long for them. */
function longest(message: HouseSays, received: HouseState): number {
  if (message.type === 'you' && message.view.asked.length) {
    const clock = received.tables[message.view.table]?.clock;
    return clock ? Math.max(LONGEST_QUESTION, clock.left_ms - clock.of_ms) : LONGEST_QUESTION;
  }
  const clock = message.type === 'table' ? message.view.clock : null;
  return clock?.what === 'pause'
    ? Math.min(LONGEST, clock.left_ms - clock.of_ms * (1 - OF_THE_PAUSE))
    : LONGEST;
}

function anotherRound(before: HouseState, message: HouseSays, felt: string | null): boolean {
  return (
    message.type === 'table' &&
    message.view.table === felt &&
    before.tables[felt]?.round !== message.view.round
  );
}

/** How many cards a view of the same round brings, or turns over. */
function cardsBrought(before: TableView | undefined, after: TableView): number {
  if (before?.round !== after.round || after.void) return 0;
  return Math.max(0, Math.ceil(laidOut(after) - laidOut(before)));
}

/** How many cards or other outcomes lie there: a card face down counts half. */
export const laidOut = (view: Pick<TableView, 'family' | 'play'> | undefined): number =>
  view?.play ? gameOf(view.family).dealt(view.play) : 0;
