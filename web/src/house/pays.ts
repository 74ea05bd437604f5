// What a bet pays, as it is printed on a felt.
export interface BetRule {
  bet: string;
  odds: { win: number; stake: number };
}

/** "8:1"; a bet that pays in more than one way names them all. */
export function paysOf(rules: BetRule[], bet: string): string[] {
  const ways = rules
    .filter((rule) => rule.bet === bet)
    .map(({ odds }) => `${odds.win}:${odds.stake}`);
  return [...new Set(ways)];
}
