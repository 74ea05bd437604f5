// Shows the cards of a coup at a pace at which they can be followed.
import { preferences } from '../../house/preferences.svelte';
import { play as sound } from '../../house/sounds';
import type { BaccaratPlay } from '../../wire/socket';
import { EMPTY, handsOf, steps, type Hands } from './deal';

const BETWEEN_CARDS = 480;

export class Pace {
  shown = $state.raw<Hands>(EMPTY);
  /** Whether all that is known is shown. */
  done = $state(true);
  private told: Hands | null = null;
  private waiting: Hands[] = [];
  private round = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  tell(round: number, play: BaccaratPlay | null): void {
    // Whoever comes to a coup that has begun sees what lies there.
    if (this.told === null) {
      this.round = round;
      this.told = this.shown = play ? handsOf(play) : EMPTY;
      return;
    }
    if (round !== this.round || !play) {
      this.stop();
      this.round = round;
      this.waiting = [];
      this.told = this.shown = EMPTY;
      this.done = true;
    }
    if (!play) return;
    const more = steps(this.told, play);
    this.told = more.at(-1) ?? this.told;
    this.waiting.push(...more);
    if (this.done && this.waiting.length) this.next();
  }

  stop = () => clearTimeout(this.timer);

  private next(): void {
    const hands = this.waiting.shift();
    if (!hands) {
      this.done = true;
      return;
    }
    this.done = false;
    this.shown = hands;
    sound('card');
    const pause = preferences.ms(BETWEEN_CARDS);
    if (pause) this.timer = setTimeout(() => this.next(), pause);
    else this.next();
  }
}
