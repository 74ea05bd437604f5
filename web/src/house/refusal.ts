// Every "no" of the house has a code, a text, and a clause where there is one; what players meet is also
// told so that it can be said in any language.
import type { Phrase } from '../wire/socket';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly clause = '',
    readonly words: Phrase | null = null,
  ) {
    super(message);
  }
}
