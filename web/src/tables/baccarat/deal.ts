// The house deals faster than anyone can look. The cards that have come are laid down one by one.
import type { BaccaratPlay } from '../../wire/socket';

/** What lies on the table as it is shown; points are not known while cards are still to be laid. */
export interface Hands {
  player: string[];
  banker: string[];
  playerPoints: number | null;
  bankerPoints: number | null;
}

export const EMPTY: Hands = { player: [], banker: [], playerPoints: null, bankerPoints: null };

export function handsOf(play: BaccaratPlay): Hands {
  return {
    player: play.player,
    banker: play.banker,
    playerPoints: play.player.length ? play.player_points : null,
    bankerPoints: play.banker.length ? play.banker_points : null,
  };
}

/** From what was told before to what is told now, a card at a time: Player, Banker, Player, Banker. */
export function steps(before: Hands, play: BaccaratPlay): Hands[] {
  const now = handsOf(play);
  if (!begins(before.player, now.player) || !begins(before.banker, now.banker)) return [now];
  const found: Hands[] = [];
  let { player, banker } = before;
  while (player.length < now.player.length || banker.length < now.banker.length) {
    const players = player.length < now.player.length;
    const toPlayer = players && (player.length <= banker.length || banker.length === now.banker.length);
    if (toPlayer) player = now.player.slice(0, player.length + 1);
    else banker = now.banker.slice(0, banker.length + 1);
    const complete = player.length === now.player.length && banker.length === now.banker.length;
    found.push(complete ? now : { player, banker, playerPoints: null, bankerPoints: null });
  }
  return found;
}

function begins(cards: string[], all: string[]): boolean {
  return cards.every((card, index) => all[index] === card);
}
