// A question to the house and its latest answer; one that comes late, after a newer question, is dropped.
import { refusalText } from '../i18n/said';

export class Loader<T> {
  value = $state.raw<T | null>(null);
  wrong = $state('');
  busy = $state(false);
  private turn = 0;

  async load(question: () => Promise<T>): Promise<void> {
    const turn = ++this.turn;
    this.busy = true;
    try {
      const value = await question();
      if (turn === this.turn) [this.value, this.wrong] = [value, ''];
    } catch (error) {
      if (turn === this.turn) this.wrong = refusalText(error);
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
}
