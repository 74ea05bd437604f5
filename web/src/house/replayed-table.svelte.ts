// A round that is over, on the felt again. To the felt it is a table like any other, at which nobody can
// do anything: what it shows are the views of then, step by step.
import { gameOf } from '../games';
import { preferences } from './preferences.svelte';
import { Betting } from './betting.svelte';
import type { OnTheWay } from './reveal';
import { t } from '../i18n/words.svelte';
import type { Replay } from '../wire/http';
import type { TableView, YouView } from '../wire/socket';

/** How long a step is looked at where nothing moves, or nothing is dealt. */
const READING = 900;
const BRISK_READING = 450;
/** A felt that does not report what has landed is not waited for any longer. */
const LATE = 3000;
/** A felt may take its time from the pause before the next round. */
const PAUSE = { what: 'pause', left_ms: 60_000, of_ms: 60_000 };

export class ReplayedTable extends Betting {
  /** How many steps are shown: none, when betting has closed. */
  at = $state(0);
  playing = $state(false);
  /** The step whose card or other outcome is on its way. */
  private coming = $state<number | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = $derived(this.viewAt(this.at));
  private next = $derived(this.coming === null ? this.shown : this.viewAt(this.coming));

  constructor(private readonly replay: Replay) {
    super(replay.view.table);
    this.at = replay.steps.length;
  }

  get length(): number {
    return this.replay.steps.length;
  }

  override get view(): TableView {
    return this.shown;
  }

  override get latest(): TableView {
    return { ...this.next, clock: PAUSE };
  }

  override get you(): YouView | undefined {
    const { you, steps } = this.replay;
    return you ? { ...you, ...steps[this.at - 1]?.you } : undefined;
  }

  override get squeeze(): null {
    return null;
  }

  override get onTheWay(): OnTheWay | null {
    return this.coming === null || !this.next.play
      ? null
      : { table: this.table, play: this.next.play, ms: this.pace.way };
  }

  /** Everyone is called by their name, or their box: nobody is "you". */
  override get viewer(): string {
    return '';
  }

  override get maySit(): boolean {
    return false;
  }

  override get plays(): boolean {
    return false;
  }

  override readSpots = () => Promise.resolve(this.replay.spots);
  override landed = () => {
    if (this.coming !== null && this.game.landsOnFelt) this.land();
  };

  /** The table after so many steps. */
  viewAt(at: number): TableView {
    return boxNames({ ...this.replay.view, ...this.replay.steps[at - 1]?.table });
  }

  private get game() {
    return gameOf(this.replay.view.family);
  }

  private get pace() {
    return preferences.pace(this.game.pace);
  }

  // Going through it -------------------------------------------------------------------------------

  go = (to: number): void => {
    this.pause();
    this.at = Math.min(this.length, Math.max(0, to));
  };

  back = (): void => this.go(this.at - 1);

  forward = (): void => {
    this.pause();
    this.setOut();
  };

  play = (): void => {
    if (this.at >= this.length) this.at = 0;
    this.playing = true;
    this.timer = setTimeout(this.setOut, this.reading);
  };

  pause = (): void => {
    clearTimeout(this.timer);
    this.playing = false;
    if (this.coming !== null) this.land();
  };

  private setOut = (): void => {
    if (this.at >= this.length) return;
    const brings = this.lies(this.viewAt(this.at + 1)) !== this.lies(this.shown);
    const way = preferences.ms(this.pace.way);
    if (!brings || !way) {
      this.at += 1;
      return this.goOn(this.reading);
    }
    this.coming = this.at + 1;
    this.timer = setTimeout(() => this.land(), this.game.landsOnFelt ? way + LATE : way);
  };

  /** What is dealt, to be compared. */
  private lies({ play }: TableView): string {
    return play ? JSON.stringify([this.game.cards(play), this.game.dealt(play)]) : '';
  }

  private land(): void {
    if (this.coming === null) return;
    clearTimeout(this.timer);
    this.at = this.coming;
    this.coming = null;
    this.goOn(this.pace.look + this.reading / 2);
  }

  private goOn(after: number): void {
    if (this.playing && this.at >= this.length) this.playing = false;
    if (this.playing) this.timer = setTimeout(this.setOut, after);
  }

  private get reading(): number {
    return preferences.dealing === 'unhurried' ? READING : BRISK_READING;
  }
}

/** Who is not named sits at a box, which has a name in every language. */
function boxNames<T>(value: T): T {
  if (typeof value === 'string') {
    const box = /^#(\d+)$/.exec(value);
    return (box ? t('table.boxTitle', { n: Number(box[1]) }) : value) as T;
  }
  if (Array.isArray(value)) return value.map(boxNames) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, boxNames(part)])) as T;
}
