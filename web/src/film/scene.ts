// What a film of a round shows when: the table after each step, a step that is just happening, and at the
// end what came of it. Without a browser.
import { gameOf } from '../games';
import type { Step } from '../house/replay';
import type { Line, TableView } from '../wire/socket';
import type { FilmPainter } from './draw';

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

/** How a game is filmed. */
export interface FilmedGame {
  /** Seconds of a step, where the film has time for it. */
  stepSeconds: number;
  draw(painter: FilmPainter, scene: Scene): void;
}

/** Seconds. */
const BEGIN = 0.9;
const END = 3.5;
const LONGEST = 15;
const SHORTEST = 5;
export const CARD_STEP = 0.8;
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
    stepSeconds = CARD_STEP,
  ) {
    const count = Math.max(1, steps.length);
    this.each = Math.min(stepSeconds, (LONGEST - BEGIN - END) / count);
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
export const cardsIn = (views: TableView[]): Set<string> =>
  new Set(views.flatMap(({ family, play }) => (play ? gameOf(family).cards(play).flat() : [])));

/** A bet of the player whose round it is, by the name people use. */
export interface FilmedBet {
  name: string;
  amount: number;
  box: number | null;
}
