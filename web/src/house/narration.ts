// What a listener is told of the difference between two views.
import { gameOf } from '../games';
import type { Say } from '../games/game';
import type { TableView } from '../wire/socket';
import { outcome } from './headline';

export function narration(
  before: TableView | null,
  after: TableView,
  me: string,
  t: Say,
): string[] {
  if (!before || before.round !== after.round) return [];
  const news = after.play ? gameOf(after.family).narrate(before.play, after.play, t) : [];
  const turn = after.turns[0];
  if (turn && turn.player !== before.turns[0]?.player) {
    news.push(
      turn.player === me ? t('table.yourTurn') : t('table.turnOf', { player: turn.player }),
    );
  }
  if (after.over && !before.over) news.push(outcome(after), t('table.roundOver'));
  return [...new Set(news)];
}
