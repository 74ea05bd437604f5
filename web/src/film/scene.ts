// What a film of a round shows when: the table after each step, a step that is just happening, and at the
// end what came of it. Without a browser.
import type { Step } from '../house/replay';
import type { Line, TableView } from '../wire/socket';

type Told = Omit<Line, 'player'>;

export interface Scene {
  view: TableView;
  /** The table before the step that is happening; the same, where nothing happens. */
  before: TableView;
  /** How far that step has come, from 0 to 1. */
  progress: number;
  caption: string;
  /** What came of it, and how far it is faded in. */
  lines: Told[];
  faded: number;
}

/** Seconds. */
const BEGIN = 0.9;
const END = 3.5;
const LONGEST = 15;
const SHORTEST = 5;
const CARD_STEP = 0.8;
const SPIN = 4;
/** Of a step, so much passes while its card comes. */
const COMES = 0.55;
const FADES = 0.6;

export class Film {
  readonly seconds: number;
  private readonly each: number;

  constructor(
    private readonly views: TableView[],
    private readonly steps: Step[],
    private readonly lines: Told[],
  ) {
    const count = Math.max(1, steps.length);
    const wanted = steps.some((step) => step.kind === 'pocket') ? SPIN : CARD_STEP;
    this.each = Math.min(wanted, (LONGEST - BEGIN - END) / count);
    this.seconds = Math.max(SHORTEST, BEGIN + count * this.each + END);
  }

  at(seconds: number): Scene {
    const gone = Math.max(0, seconds - BEGIN) / this.each;
    const done = Math.min(this.steps.length, Math.floor(gone));
    const over = done >= this.steps.length;
    const happening = seconds >= BEGIN && !over;
    const ended = seconds - BEGIN - this.steps.length * this.each;
    const at = happening ? done + 1 : done;
    return {
      view: this.views[at]!,
      before: this.views[happening ? done : at]!,
      progress: happening ? Math.min(1, (gone - done) / COMES) : 1,
      caption: this.steps[at - 1]?.text ?? '',
      lines: over ? this.lines : [],
      faded: Math.min(1, Math.max(0, ended - FADES) / FADES),
    };
  }
}

/** Every card that lies there at any time. */
export function cardsIn(views: TableView[]): Set<string> {
  const cards = views.flatMap(({ play }): string[] => {
    switch (play?.family) {
      case 'blackjack':
        return [
          ...play.dealer,
          ...play.boxes.flatMap((box) => box.hands.flatMap((hand) => hand.cards)),
        ];
      case 'baccarat':
        return [...play.player, ...play.banker];
      case 'hands':
        return play.hands.flatMap((hand) => hand.cards);
      default:
        return [];
    }
  });
  return new Set(cards);
}

/** A bet of the player whose round it is, by the name people use. */
export interface FilmedBet {
  name: string;
  amount: number;
  box: number | null;
}
