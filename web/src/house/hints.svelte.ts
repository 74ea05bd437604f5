// What a newcomer is told once, at the place it is about. What was done is remembered on this machine.
export type HintId = 'wait' | 'seat' | 'chip' | 'place' | 'turn';

const KEY = 'hints-done';

class Hints {
  private done = $state.raw<ReadonlySet<string>>(
    new Set((localStorage.getItem(KEY) ?? '').split(',')),
  );

  open(id: HintId): boolean {
    return !this.done.has(id);
  }

  finish(id: HintId): void {
    if (this.done.has(id)) return;
    this.done = new Set([...this.done, id]);
    localStorage.setItem(KEY, [...this.done].filter(Boolean).join(','));
  }

  /** All of them again, for who has asked for them. */
  again(): void {
    this.done = new Set();
    localStorage.removeItem(KEY);
  }
}

export const hints = new Hints();
