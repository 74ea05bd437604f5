// Answers on the socket that the schema leaves open, since each question has its own.
export interface SpotRefusal {
  bet: string;
  box: number | null;
  code: string;
  reason: string;
  clause: string;
}

/** The answer to `check-bets`. */
export interface CheckedBets {
  /** Bets that cannot lie there. */
  refused: SpotRefusal[];
  /** Bets under their minimum: they may grow to it. */
  short: SpotRefusal[];
  /** Spots that would not take one more of the smallest chips; all others are open. */
  closed: SpotRefusal[];
}
