// The chips in front of one player before they count: placed, moved, doubled, repeated, undone. The
// house knows nothing of them until they are placed; what it has confirmed is its own word, and they
// lie beside it. A bet that counts as soon as it is placed is never in here.
import type { Chip } from '../wire/socket';

export interface SpotName {
  bet: string;
  box: number | null;
}

export const spotKey = (spot: SpotName): string => `${spot.bet}@${spot.box ?? ''}`;

export function spotOf(key: string): SpotName {
  const [bet = '', box = ''] = key.split('@');
  return { bet, box: box ? Number(box) : null };
}

/** Spot → what lies there; of a step, how much more or less. */
type Amounts = ReadonlyMap<string, number>;

/** What was sent to be placed, and what is known of it. */
interface Sent {
  laid: Amounts;
  answer: 'awaited' | 'ok' | 'lost';
}

interface Parts {
  /** Of which betting; none: bets are not taken. */
  round: number | null;
  /** The house's last word. */
  confirmed: Amounts;
  /** What the steps were made upon. */
  origin: Amounts;
  steps: readonly Amounts[];
  /** So many of the steps the house has looked at and let be. */
  accepted: number;
  sent: Sent | null;
}

/** Older ones cannot be undone. */
const MOST_STEPS = 200;

/** A value: whatever is done with it makes another. */
export class Draft {
  private readonly laid: Amounts;

  private constructor(private readonly parts: Parts) {
    this.laid = [parts.origin, ...parts.steps].reduce(sum, new Map());
  }

  static of(round: number | null, confirmed: readonly Chip[]): Draft {
    const confirmedAmounts = amounts(confirmed);
    return new Draft({
      round,
      confirmed: confirmedAmounts,
      origin: confirmedAmounts,
      steps: [],
      accepted: 0,
      sent: null,
    });
  }

  get round(): number | null {
    return this.parts.round;
  }

  /** All that is to lie there. */
  get chips(): Chip[] {
    return [...this.laid]
      .filter(([, amount]) => amount > 0)
      .map(([key, amount]) => ({ ...spotOf(key), amount }));
  }

  on(spot: SpotName): number {
    return Math.max(0, this.laid.get(spotKey(spot)) ?? 0);
  }

  get mayUndo(): boolean {
    return this.parts.steps.length > 0;
  }

  /** Whether it is not what the house has confirmed. */
  get changed(): boolean {
    return !same(this.laid, this.parts.confirmed);
  }

  liesAs(other: Draft): boolean {
    return this.round === other.round && same(this.laid, other.laid);
  }

  // What the player does ---------------------------------------------------------------------------

  /** Chips that belong together are one step: put down together, and taken back together. */
  together(chips: readonly Chip[]): Draft {
    return this.step(amounts(chips));
  }

  move(from: SpotName, to: SpotName): Draft {
    if (spotKey(from) === spotKey(to)) return this;
    const moved = this.on(from);
    return this.step(
      new Map([
        [spotKey(from), -moved],
        [spotKey(to), moved],
      ]),
    );
  }

  clear(): Draft {
    return this.become(new Map());
  }

  /** As much again on every spot. */
  double(): Draft {
    return this.together(this.chips);
  }

  /** "Last Bet", in place of what lies there. */
  repeat(last: readonly Chip[]): Draft {
    return last.length ? this.become(amounts(last)) : this;
  }

  undo(): Draft {
    return this.mayUndo ? this.with({ steps: this.parts.steps.slice(0, -1) }) : this;
  }

  private become(wanted: Amounts): Draft {
    return this.step(difference(wanted, amounts(this.chips)));
  }

  private step(step: Amounts): Draft {
    if ([...step.values()].every((amount) => !amount)) return this;
    const { origin, steps, accepted } = this.parts;
    if (steps.length < MOST_STEPS) return this.with({ steps: [...steps, step] });
    return this.with({
      origin: sum(origin, steps[0]!),
      steps: [...steps.slice(1), step],
      accepted: Math.max(0, accepted - 1),
    });
  }

  // What the house says ----------------------------------------------------------------------------

  /** The house's latest word. Another round drops what was not placed; what another hand has placed
      meanwhile (staff, or this player's other device) is no step of this draft, but lies in it too. */
  confirm(round: number | null, confirmed: readonly Chip[]): Draft {
    if (round !== this.round) return Draft.of(round, confirmed);
    const { origin, sent, confirmed: before } = this.parts;
    const confirmedAmounts = amounts(confirmed);
    if (same(confirmedAmounts, before)) return this;
    if (sent && same(confirmedAmounts, sent.laid))
      return this.with({ confirmed: confirmedAmounts, sent: null });
    // Whether this is with what was sent, or without, the answer will tell.
    if (sent?.answer === 'awaited') return this;
    const known = sent?.answer === 'ok' ? sent.laid : before;
    return this.with({
      confirmed: confirmedAmounts,
      origin: sum(origin, difference(confirmedAmounts, known)),
      sent: null,
    });
  }

  /** It goes to the house as it is. */
  sending(): Draft {
    return this.with({ sent: { laid: this.laid, answer: 'awaited' } });
  }

  /** `lost`: the line was cut, and it may have been placed or not. */
  answered(answer: 'ok' | 'refused' | 'lost'): Draft {
    const { sent } = this.parts;
    if (!sent) return this;
    return this.with({ sent: answer === 'refused' ? null : { ...sent, answer } });
  }

  /** The house has nothing against it. */
  letBe(): Draft {
    const { steps, accepted } = this.parts;
    return accepted === steps.length ? this : this.with({ accepted: steps.length });
  }

  /** Without the step by which chips came to lie where the house refuses them: of those it has not
      let be before, the last that put some there, or else the last. */
  without(refused: readonly SpotName[]): Draft {
    const { steps, accepted } = this.parts;
    const keys = refused.map(spotKey);
    const puts = (step: Amounts) => keys.some((key) => (step.get(key) ?? 0) > 0);
    const guilty = steps.findLastIndex((step, index) => index >= accepted && puts(step));
    const index = guilty >= 0 ? guilty : steps.length - 1;
    if (index < accepted) return this;
    return this.with({ steps: [...steps.slice(0, index), ...this.stillPossible(index)] });
  }

  /** What was done after a step, as far as the chips for it lie there without it. */
  private stillPossible(index: number): Amounts[] {
    const { origin, steps } = this.parts;
    const kept: Amounts[] = [];
    let amountsBefore = [origin, ...steps.slice(0, index)].reduce(sum, new Map());
    for (const step of steps.slice(index + 1)) {
      const after = sum(amountsBefore, step);
      if ([...step].some(([key, amount]) => amount < 0 && (after.get(key) ?? 0) < 0)) continue;
      kept.push(step);
      amountsBefore = after;
    }
    return kept;
  }

  /** How much of it does not count, now that betting is over; what is confirmed may not be told. */
  unplaced(confirmed: readonly Chip[] | null): number {
    const { sent, confirmed: before } = this.parts;
    const placed = sent?.answer === 'ok' ? sent.laid : confirmed ? amounts(confirmed) : before;
    return this.chips.reduce(
      (all, chip) => all + Math.max(0, chip.amount - (placed.get(spotKey(chip)) ?? 0)),
      0,
    );
  }

  private with(change: Partial<Parts>): Draft {
    const parts = { ...this.parts, ...change };
    return new Draft({ ...parts, accepted: Math.min(parts.accepted, parts.steps.length) });
  }
}

function amounts(chips: readonly Chip[]): Amounts {
  const amounts = new Map<string, number>();
  for (const chip of chips)
    amounts.set(spotKey(chip), (amounts.get(spotKey(chip)) ?? 0) + chip.amount);
  return amounts;
}

function sum(first: Amounts, second: Amounts): Amounts {
  const added = new Map(first);
  for (const [key, amount] of second) added.set(key, (added.get(key) ?? 0) + amount);
  return added;
}

const difference = (first: Amounts, second: Amounts): Amounts =>
  sum(first, new Map([...second].map(([key, amount]) => [key, -amount])));

function same(first: Amounts, second: Amounts): boolean {
  const at = (all: Amounts, key: string) => Math.max(0, all.get(key) ?? 0);
  return [...first.keys(), ...second.keys()].every((key) => at(first, key) === at(second, key));
}
