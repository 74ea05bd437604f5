// Something that a page asks of the house: whether it is under way, and why it was refused.
import { refusalText } from '../i18n/said';

export class Attempt {
  wrong = $state('');
  busy = $state(false);

  /** Whether it was done. */
  async make(request: () => Promise<unknown>): Promise<boolean> {
    this.wrong = '';
    this.busy = true;
    try {
      await request();
      return true;
    } catch (error) {
      this.wrong = refusalText(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
