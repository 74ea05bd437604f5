// What a listener is told of the difference between two views.
import type { BlackjackPlay, TableView } from '../wire/socket';

type Say = (key: string, values?: Record<string, string | number>) => string;

export function spoken(before: TableView | null, after: TableView, me: string, t: Say): string[] {
  if (!before || before.round !== after.round) return [];
  const news: string[] = [];
  const play = after.play;
  const old = before.play;
  if (play?.family === 'blackjack') news.push(...blackjack(old?.family === 'blackjack' ? old : null, play, t));
  if (play?.family === 'baccarat') {
    const was = old?.family === 'baccarat' ? old : null;
    if (play.player.length > (was?.player.length ?? 0)) {
      news.push(t('table.saidPlayer', { card: name(play.player.at(-1)!, t), points: play.player_points }));
    }
    if (play.banker.length > (was?.banker.length ?? 0)) {
      news.push(t('table.saidBanker', { card: name(play.banker.at(-1)!, t), points: play.banker_points }));
    }
  }
  if (play?.family === 'roulette' && play.pocket !== null && (old?.family !== 'roulette' || old.pocket === null)) {
    news.push(t('table.saidPocket', { pocket: play.pocket, colour: t(`table.${play.colour}`) }));
  }
  const turn = after.turns[0];
  if (turn && turn.player !== before.turns[0]?.player) {
    news.push(turn.player === me ? t('table.yourTurn') : t('table.turnOf', { player: turn.player }));
  }
  if (after.over && !before.over) news.push(after.void ? t('table.result-void') : t('table.roundOver'));
  return news;
}

function blackjack(before: BlackjackPlay | null, after: BlackjackPlay, t: Say): string[] {
  const news: string[] = [];
  for (const box of after.boxes) {
    const old = before?.boxes.find((one) => one.number === box.number);
    for (const [index, hand] of box.hands.entries()) {
      for (const card of hand.cards.slice(old?.hands[index]?.cards.length ?? 0)) {
        news.push(t('table.saidBox', { box: box.number, card: name(card, t), total: hand.total ?? '' }));
      }
    }
  }
  for (const card of after.dealer.slice(before?.dealer.length ?? 0)) {
    news.push(t('table.saidDealer', { card: name(card, t), total: after.dealer_total ?? '' }));
  }
  return news;
}

function name(card: string, t: Say): string {
  const suits: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
  if (card === '??') return t('cards.faceDown');
  return t('cards.card', { rank: t(`cards.${card[0]}`), suit: t(`cards.${suits[card[1] ?? '']}`) });
}
