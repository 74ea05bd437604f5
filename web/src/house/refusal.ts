// Every "no" of the house has a code, a text, and a clause where there is one.
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly clause = '',
  ) {
    super(message);
  }
}
