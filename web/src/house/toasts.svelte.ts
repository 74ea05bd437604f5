// Short words that come and go: refusals, and what the house wants to be noticed.
import { refusalText } from '../i18n/words.svelte';

export interface Toast {
  id: number;
  text: string;
  kind: 'bad' | 'good' | 'plain';
}

class Toasts {
  shown = $state<Toast[]>([]);
  private next = 1;

  say(text: string, kind: Toast['kind'] = 'plain', ms = 6000): void {
    const id = this.next++;
    this.shown = [...this.shown.slice(-3), { id, text, kind }];
    setTimeout(() => this.drop(id), ms);
  }

  refused(error: unknown): void {
    this.say(refusalText(error), 'bad');
  }

  drop(id: number): void {
    this.shown = this.shown.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();
