// The house deals faster than eyes follow: views that bring cards are shown one after the other. A
// new round, a hidden page, and whoever wants nothing to move get the latest at once.
import { preferences } from '../../house/preferences.svelte';
import { play } from '../../house/sounds';
import type { TableView } from '../../wire/socket';
import { gap } from './gap';
import { moved, nothingLaid, type Laid, type Move } from './moves';

export interface Shown {
  view: TableView;
  laid: Laid;
  moves: Move[];
}

export class Paced {
  shown = $state.raw<Shown | null>(null);
  private waiting: TableView[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `before` is called while the old view still lies on the felt. */
  constructor(private readonly before: () => void) {}

  take(view: TableView): void {
    const newest = this.waiting.at(-1) ?? this.shown?.view;
    if (newest === view) return;
    if (newest?.round !== view.round || preferences.still || document.hidden) {
      this.stop();
      this.show(view);
      return;
    }
    this.waiting.push(view);
    if (this.timer === undefined) this.next();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  private next(): void {
    this.timer = undefined;
    let view = this.waiting.shift();
    while (view) {
      const cards = this.show(view);
      const wait = gap(cards, this.waiting.length);
      if (wait) {
        this.timer = setTimeout(() => this.next(), wait);
        return;
      }
      view = this.waiting.shift();
    }
  }

  private show(view: TableView): number {
    const before = this.shown;
    const { laid, moves: all } = moved(before?.laid ?? nothingLaid, view);
    // What lay there when the page was opened did not move.
    const moves = before ? all : [];
    if (moves.length) play('card');
    this.before();
    this.shown = { view, laid, moves };
    return moves.length;
  }
}
