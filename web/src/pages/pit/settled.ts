// A settled round, player by player.
import type { WholeRound } from '../../wire/http';

/** As far as it is read here of a round that is over. */
export type PlayedRound = Pick<WholeRound, 'lines' | 'adjustments'>;

export interface Own {
  player: string;
  staked: number;
  returned: number;
  /** By adjustments made before. */
  adjusted: number;
}

/** Everyone who had a bet in it, in the order they were settled. */
export function owns(played: PlayedRound): Own[] {
  const byPlayer = new Map<string, Own>();
  for (const { player, stake, returned } of played.lines) {
    const own = byPlayer.get(player) ?? { player, staked: 0, returned: 0, adjusted: 0 };
    own.staked += stake;
    own.returned += returned;
    byPlayer.set(player, own);
  }
  for (const { player, amount } of played.adjustments) {
    const own = byPlayer.get(player);
    if (own) own.adjusted += amount;
  }
  return [...byPlayer.values()];
}
