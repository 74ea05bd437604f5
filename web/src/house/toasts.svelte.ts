// Short words that come and go: refusals, and what the house wants to be noticed.
import { Refusal } from './refusal';
import { refusalText } from '../i18n/said';

export interface Toast {
  id: number;
  text: string;
  kind: 'bad' | 'good' | 'plain';
  /** Why something was refused, where the way on depends on it. */
  code: string;
}

class Toasts {
  shown = $state<Toast[]>([]);
  private next = 1;
  private timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** What is said again stands where it stood, for as long again. */
  say(text: string, kind: Toast['kind'] = 'plain', ms = 6000, code = ''): void {
    const same = this.shown.find((toast) => toast.text === text && toast.kind === kind);
    const id = same?.id ?? this.next++;
    if (!same) this.shown = [...this.shown.slice(-3), { id, text, kind, code }];
    clearTimeout(this.timers.get(id));
    this.timers.set(
      id,
      setTimeout(() => this.drop(id), ms),
    );
  }

  refused(error: unknown): void {
    this.say(refusalText(error), 'bad', 6000, error instanceof Refusal ? error.code : '');
  }

  /** Say so once it is done, or why it was refused; whether it was done. */
  async done(request: Promise<unknown>, text: string): Promise<boolean> {
    try {
      await request;
      this.say(text, 'good');
      return true;
    } catch (error) {
      this.refused(error);
      return false;
    }
  }

  drop(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
