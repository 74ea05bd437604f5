/** What stands on a receipt. A movement of earlier days has neither the balance nor the slip on it. */
export interface Paper {
  player: string;
  what: string;
  amount: number;
  at_ms: number;
  cause: string;
  by: string | null;
  balance?: number;
  id?: string;
}
