// The cards as they lie on the felt, or come over it, and which of them have just moved.
import { moved, nothingLaid, type Laid, type LyingRound, type Move } from './moves';

export class FeltCards {
  laid = $state.raw<Laid>(nothingLaid);
  moves = $state.raw<Move[]>([]);
  private last: LyingRound | null = null;

  /** `before` is called while the old cards still lie there; with whether they are collected. */
  constructor(private readonly before: (over: boolean) => void) {}

  take(next: LyingRound): void {
    const old = this.last;
    if (old?.play === next.play && old.round === next.round) return;
    this.last = next;
    const { laid, moves } = moved(this.laid, next);
    this.before(!!old && old.round !== next.round);
    this.laid = laid;
    // What lay there when the page was opened did not move.
    this.moves = old ? moves : [];
  }
}
