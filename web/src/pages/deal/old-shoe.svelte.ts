// The cards of a shoe that is done with, scanned or tapped one by one: what was left in it, then what was burned unseen.
// The browser remembers them: a page that is loaded anew does not cost a dealer three hundred scans.

const KEY = 'old-shoe';

/** How many there should be. */
export interface Expected {
  left: number;
  burned: number;
}

type Pile = keyof Expected;

interface Found {
  card: string;
  pile: Pile;
}

/** What a fresh shoe's record says of the old one. */
export interface OldShoeRecord {
  left?: number;
  left_cards?: string[];
  burned_cards?: string[];
}

export class OldShoe {
  private found = $state.raw<Found[]>([]);
  /** How many were left, where they were only counted; null: nobody has. */
  counted = $state<number | null>(null);
  /** Whether the next card is one too many, and counts all the same. */
  more = $state(false);
  /** The last round from the shoe. */
  private round = 0;

  constructor(private readonly table: string) {}

  /** What was found of this shoe before the page was loaded. */
  recall(round: number): void {
    if (round === this.round) return;
    this.round = round;
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      table: string;
      round: number;
      found: Found[];
    } | null;
    this.found = kept?.table === this.table && kept.round === round ? kept.found : [];
  }

  of(pile: Pile): string[] {
    return this.found.filter((one) => one.pile === pile).map(({ card }) => card);
  }

  get begun(): boolean {
    return this.found.length > 0;
  }

  /** Where the next card goes; null: all are there. */
  next(expected: Expected): Pile | null {
    if (this.of('left').length < expected.left || this.more) return 'left';
    return this.of('burned').length < expected.burned ? 'burned' : null;
  }

  /** Whether it was taken. */
  add(card: string, expected: Expected): boolean {
    const pile = this.next(expected);
    if (!pile) return false;
    this.more = false;
    this.keep([...this.found, { card, pile }]);
    return true;
  }

  undo(): void {
    this.more = false;
    this.keep(this.found.slice(0, -1));
  }

  drop(): void {
    this.counted = null;
    this.more = false;
    this.keep([]);
  }

  /** By how many cards what was scanned or counted does not come out even; below zero: some are missing. */
  off(expected: Expected): number {
    const left = this.begun ? this.of('left').length : this.counted;
    return left === null ? 0 : left - expected.left;
  }

  record(expected: Expected): OldShoeRecord {
    if (!this.begun) return this.counted === null ? {} : { left: this.counted };
    const left = this.of('left');
    const burned = this.of('burned');
    const turned = burned.length > 0 && burned.length === expected.burned;
    return { left: left.length, left_cards: left, ...(turned ? { burned_cards: burned } : {}) };
  }

  private keep(found: Found[]): void {
    this.found = found;
    if (found.length)
      localStorage.setItem(KEY, JSON.stringify({ table: this.table, round: this.round, found }));
    else localStorage.removeItem(KEY);
  }
}
