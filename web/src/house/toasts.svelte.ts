// Short words that come and go: refusals, and what the house wants to be noticed.
import { refusalText } from '../i18n/said';

export interface Toast {
  id: number;
  text: string;
  kind: 'bad' | 'good' | 'plain';
}

class Toasts {
  shown = $state<Toast[]>([]);
  private next = 1;
  private timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** What is said again stands where it stood, for as long again. */
  say(text: string, kind: Toast['kind'] = 'plain', ms = 6000): void {
    const same = this.shown.find((one) => one.text === text && one.kind === kind);
    const id = same?.id ?? this.next++;
    if (!same) this.shown = [...this.shown.slice(-3), { id, text, kind }];
    clearTimeout(this.timers.get(id));
    this.timers.set(id, setTimeout(() => this.drop(id), ms));
  }

  refused(error: unknown): void {
    this.say(refusalText(error), 'bad');
  }

  drop(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.shown = this.shown.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();
