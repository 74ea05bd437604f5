import type { Timer } from '../src/house/reveal';

/** A clock turned by hand. */
export class Hand implements Timer {
  private time = 0;
  private run: (() => void) | null = null;
  private due = 0;
  now = () => this.time;
  stop = () => void (this.run = null);
  later(run: () => void, ms: number): void {
    this.run = run;
    this.due = this.time + ms;
  }
  pass(ms: number): void {
    const end = this.time + ms;
    while (this.run && this.due <= end) {
      const run = this.run;
      this.time = Math.max(this.time, this.due);
      this.run = null;
      run();
    }
    this.time = end;
  }
}
