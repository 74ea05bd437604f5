// Why a bet was won or lost, asked for where it lies.
import type { Line } from '../wire/socket';

class Why {
  asked = $state.raw<{ lines: Line[]; from: HTMLElement } | null>(null);

  show(lines: Line[], from: HTMLElement): void {
    this.asked = lines.length ? { lines, from } : null;
  }

  hide(): void {
    this.asked = null;
  }
}

export const why = new Why();
