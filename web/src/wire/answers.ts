// Answers on the socket that the schema leaves open, since each question has its own.
/** What the answer to `ask-spots` says of each spot. */
export interface SpotView {
  bet: string;
  box: number | null;
  open: boolean;
  least: number;
  most: number;
  code: string;
  reason: string;
  clause: string;
}
