// The cards as they lie on the felt, and which of them have just moved.
import type { TableView } from '../../wire/socket';
import { moved, nothingLaid, type Laid, type Move } from './moves';

export interface Shown {
  view: TableView;
  laid: Laid;
  moves: Move[];
}

export class FeltCards {
  shown = $state.raw<Shown | null>(null);

  /** `before` is called while the old cards still lie there; with whether they are collected. */
  constructor(private readonly before: (over: boolean) => void) {}

  take(view: TableView): void {
    const old = this.shown;
    if (old?.view === view) return;
    const { laid, moves } = moved(old?.laid ?? nothingLaid, view);
    this.before(!!old && old.view.round !== view.round);
    // What lay there when the page was opened did not move.
    this.shown = { view, laid, moves: old ? moves : [] };
  }
}
