// What a player may see already. The house says at once what came of a round; on the felt cards are
// laid one by one and a ball runs. So everything that was said is kept twice: as received, and as shown.
// What tells of cards or a ball that are still on their way, and whatever was said after it, is
// shown when they lie there.
//
// Nothing waits where nothing moves: where no felt is looked at, for those who want it still, in a
// hidden page, while missed news is caught up with; and a new round waits for nobody. However badly
// a felt draws, nothing is held back longer than `LONGEST`.
import type { HouseSays, TableView } from '../wire/socket';
import { apply, emptyState, type HouseState } from './state';

type Play = NonNullable<TableView['play']>;

/** The longest that anything is held back, money above all. */
export const LONGEST = 8000;
/** The longest that a question to this player is: the clock runs already. */
export const LONGEST_QUESTION = 1500;
/** Of the pause before the next round, that much at most goes by before its end is shown. */
const OF_THE_PAUSE = 0.8;
/** Cards that wait are laid faster, so that the last of them lies well before its time is up. */
const IN_TIME = 0.75;

/** How long a card is looked at before the next, and the last one before what came of it. */
const BEAT: Record<Play['family'], number> = { blackjack: 150, baccarat: 450, roulette: Infinity, hands: 450 };
const LAST_BEAT: Record<Play['family'], number> = { blackjack: 400, baccarat: 600, roulette: Infinity, hands: 600 };

export interface Timer {
  now(): number;
  later(run: () => void, ms: number): void;
  stop(): void;
}

interface Held {
  message: HouseSays;
  at: number;
  /** When it is shown at the latest. */
  until: number;
  /** The table while its cards or its ball are on their way; null: nothing moves. */
  moving: TableView | null;
  /** When the next is due, unless the felt says so before; null: it has not begun. */
  ends: number | null;
}

export class RevealQueue {
  received = emptyState();
  shown = emptyState();
  private felt: string | null = null;
  private held: Held[] = [];

  constructor(
    private readonly timer: Timer,
    /** Whether nothing should move now. */
    private readonly still: () => boolean,
    private readonly changed: () => void,
  ) {}

  /** Whether something was told that is not shown yet. */
  get behind(): boolean {
    return this.held.length > 0;
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
    const moving = this.moves(message) ? withoutOutcome(this.received.tables[message.view.table], message.view) : null;
    const before = this.received;
    this.received = apply(this.received, message, at);
    if (this.still() || anotherRound(before, message, this.felt)) this.showAll();
    if (this.still() || !(this.behind ? this.waits(message) : moving)) {
      this.shown = apply(this.shown, message, at);
    } else {
      this.held.push({ message, at, until: at + longest(message), moving, ends: null });
      this.showDue();
    }
    this.changed();
  }

  /** The ball of a round has come to rest. */
  ballRested(table: string, round: number): void {
    const head = this.held[0];
    if (head?.message.type !== 'table' || head.moving?.play?.family !== 'roulette') return;
    if (head.message.view.table !== table || head.message.view.round !== round) return;
    this.release();
    this.showDue();
    this.changed();
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

  private moves(message: HouseSays): message is Extract<HouseSays, { type: 'table' }> {
    return message.type === 'table' && message.view.table === this.felt;
  }

  /** Whether it may tell of what is not shown yet. Money and notices may, whatever the table. */
  private waits(message: HouseSays): boolean {
    if (message.type === 'table' || message.type === 'you') return message.view.table === this.felt;
    return ['purse', 'notice', 'reality-check'].includes(message.type);
  }

  private showAll(): void {
    while (this.behind) this.release();
    this.timer.stop();
  }

  private release(): void {
    const { message, at } = this.held.shift()!;
    this.shown = apply(this.shown, message, at);
  }

  /** Show what is due, and come back when the next is. */
  private showDue(): void {
    const now = this.timer.now();
    while (this.held.some((message) => message.until <= now)) this.release();
    for (let head = this.held[0]; head; head = this.held[0]) {
      if (head.moving && head.ends === null) this.begin(head, now);
      if (head.moving && head.ends! > now) break;
      this.release();
    }
    this.timer.stop();
    const head = this.held[0];
    if (head) this.timer.later(() => this.tick(), Math.min(head.ends!, this.latest()) - now);
  }

  private tick(): void {
    this.showDue();
    this.changed();
  }

  private begin(head: Held, now: number): void {
    const { message, at, moving } = head;
    if (message.type !== 'table' || !moving?.play) return;
    this.shown = apply(this.shown, { ...message, said: [], words: [], events: [], view: moving }, at);
    const family = moving.play.family;
    const beat = (message.view.over ? LAST_BEAT : BEAT)[family];
    const inMotion = this.held.filter((message) => message.moving).length;
    const share = ((this.latest() - now) * IN_TIME) / inMotion;
    head.ends = now + (family === 'roulette' ? beat : Math.min(beat, share));
  }

  private latest(): number {
    return Math.min(...this.held.map((message) => message.until));
  }
}

function longest(message: HouseSays): number {
  if (message.type === 'you' && message.view.asked.length) return LONGEST_QUESTION;
  const clock = message.type === 'table' ? message.view.clock : null;
  return clock?.what === 'pause' ? Math.min(LONGEST, clock.left_ms * OF_THE_PAUSE) : LONGEST;
}

function anotherRound(before: HouseState, message: HouseSays, felt: string | null): boolean {
  return message.type === 'table' && message.view.table === felt && before.tables[felt]?.round !== message.view.round;
}

/** A table with the new cards on it, and nothing yet of what they bring; null: nothing moves. */
export function withoutOutcome(before: TableView | undefined, after: TableView): TableView | null {
  if (before?.round !== after.round || after.void || !after.play) return null;
  if (laidOut(after.play) <= laidOut(before.play)) return null;
  return {
    ...after,
    phase: after.over ? 'playing' : after.phase,
    clock: after.clock?.what === 'pause' ? null : after.clock,
    play: withheld(before.play, after.play),
    turns: before.turns,
    offers: before.offers,
    choices: before.choices,
    over: false,
    returned: null,
    last: before.last,
  };
}

/** How much lies there: face-down cards count less than the same turned over. */
export function laidOut(play: Play | null): number {
  switch (play?.family) {
    case 'blackjack':
      return [...play.boxes.flatMap((box) => box.hands.flatMap((hand) => hand.cards)), ...play.dealer]
        .map((card) => (card === '??' ? 1 : 2))
        .reduce((sum, weight) => sum + weight, 0);
    case 'baccarat':
      return play.player.length + play.banker.length;
    case 'roulette':
      return play.pocket === null ? 0 : 1;
    case 'hands':
      return play.hands.reduce((sum, hand) => sum + hand.cards.length, 0);
    default:
      return 0;
  }
}

function withheld(before: Play | null, after: Play): Play {
  if (after.family === 'roulette') return { ...after, pocket: null, colour: null };
  if (after.family === 'baccarat' || after.family === 'hands') return after;
  const old = before?.family === 'blackjack' ? before.boxes : [];
  const results = new Map(old.map((box) => [box.number, box.results]));
  return { ...after, boxes: after.boxes.map((box) => ({ ...box, results: results.get(box.number) ?? [] })) };
}
