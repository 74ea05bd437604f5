// Our part in the order of a sealed shoe: given by itself as soon as a shoe takes something, and remembered
// on this machine, so that the proof page can say whether it is in the record.
import type { ShoeView } from '../wire/socket';

export interface Contribution {
  shoe: string;
  commitment: string;
  gave: string;
  /** By our own clock, in milliseconds. */
  at: number;
  /** When we heard that nothing is taken any more, and of what; null: not yet. */
  closed: { at: number; digest: string } | null;
}

export const LONGEST_WORDS = 24;
const MOST_KEPT = 200;
const LONGEST = 64;
const KEY = 'contributions';
const WORDS = 'contribution-words';

export class Contributions {
  all: readonly Contribution[];
  /** Words of our own that go in front of chance, for those who like; kept for every shoe to come. */
  words: string;
  private asked = '';

  constructor(private readonly now: () => number = Date.now) {
    this.all = $state.raw(read());
    this.words = $state(plain(localStorage.getItem(WORDS) ?? ''));
  }

  /** What we gave to this one. */
  to = (shoe: string, commitment: string): Contribution | undefined =>
    this.all.find((one) => one.shoe === shoe && one.commitment === commitment);

  /** Called on every view of a table: contributes where it is taken, and notes when it is closed. What was
   * refused while the shoe was prepared is tried again once it is in use. */
  async follow(
    shoe: ShoeView,
    give: (entropy: string, shoe: string) => Promise<unknown>,
    prepared = false,
  ): Promise<void> {
    const ours = this.to(shoe.name, shoe.commitment);
    if (ours) {
      if (shoe.digest && !ours.closed)
        this.note({ ...ours, closed: { at: this.now(), digest: shoe.digest } });
      return;
    }
    // An order that is drawn already is only cut by it: that is for who has words for it.
    const asking = `${shoe.commitment} ${prepared}`;
    if (!shoe.takes || this.asked === asking || !(shoe.squarings || this.words)) return;
    this.asked = asking;
    const gave = this.something();
    const at = this.now();
    try {
      await give(gave, shoe.name);
      this.note({ shoe: shoe.name, commitment: shoe.commitment, gave, at, closed: null });
    } catch {
      // Too late, or another device of ours was first: nothing of this one's is in it.
    }
  }

  speak(words: string): void {
    this.words = plain(words);
    localStorage.setItem(WORDS, this.words);
  }

  /** Never the words alone: what can be foretold is no part in anything. */
  private something(): string {
    const chance = [...crypto.getRandomValues(new Uint8Array(LONGEST / 2))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    return (this.words ? `${this.words}-${chance}` : chance).slice(0, LONGEST);
  }

  private note(one: Contribution): void {
    this.all = [...this.all.filter((other) => other.commitment !== one.commitment), one].slice(
      -MOST_KEPT,
    );
    localStorage.setItem(KEY, JSON.stringify(this.all));
  }
}

/** What may stand in a contribution. */
const plain = (words: string): string =>
  words
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^!-~]/g, '')
    .slice(0, LONGEST_WORDS);

function read(): Contribution[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isContribution) : [];
  } catch {
    return [];
  }
}

function isContribution(value: unknown): value is Contribution {
  const { shoe, commitment, gave, at, closed } = (value ?? {}) as Partial<Contribution>;
  const noted =
    closed === null || (typeof closed?.at === 'number' && typeof closed.digest === 'string');
  return (
    typeof shoe === 'string' &&
    typeof commitment === 'string' &&
    typeof gave === 'string' &&
    typeof at === 'number' &&
    noted
  );
}

export const contributions = new Contributions();
