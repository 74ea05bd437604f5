// What a bet pays, as it is printed on a felt.
export interface BetRule {
  bet: string;
  pays: string;
}

/** "8 to 1" → "8:1"; a bet that pays in more than one way names them all. */
export function paysOf(rules: BetRule[], bet: string): string {
  const ways = rules.filter((one) => one.bet === bet).map((one) => one.pays.replace(' to ', ':'));
  return [...new Set(ways)].join(' · ');
}
