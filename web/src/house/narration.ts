// What a listener is told of the difference between two views.
import type { BaccaratPlay, BlackjackPlay, HandsPlay, TableView } from '../wire/socket';
import { outcome } from './headline';
import { capital } from './names';
import { pointsOf, type BaccaratHand } from './squeeze';

type Say = (key: string, values?: Record<string, string | number>) => string;

export function narration(
  before: TableView | null,
  after: TableView,
  me: string,
  t: Say,
): string[] {
  if (!before || before.round !== after.round) return [];
  const news: string[] = [];
  const play = after.play;
  const old = before.play;
  if (play?.family === 'blackjack')
    news.push(...blackjack(old?.family === 'blackjack' ? old : null, play, t));
  if (play?.family === 'baccarat')
    news.push(...baccarat(old?.family === 'baccarat' ? old : null, play, t));
  if (
    play?.family === 'roulette' &&
    play.pocket !== null &&
    (old?.family !== 'roulette' || old.pocket === null)
  ) {
    news.push(t('table.saidPocket', { pocket: play.pocket, colour: t(`table.${play.colour}`) }));
  }
  if (play?.family === 'hands') news.push(...hands(old?.family === 'hands' ? old : null, play, t));
  const turn = after.turns[0];
  if (turn && turn.player !== before.turns[0]?.player) {
    news.push(
      turn.player === me ? t('table.yourTurn') : t('table.turnOf', { player: turn.player }),
    );
  }
  if (after.over && !before.over) news.push(outcome(after), t('table.roundOver'));
  return [...new Set(news)];
}

function blackjack(before: BlackjackPlay | null, after: BlackjackPlay, t: Say): string[] {
  const news: string[] = [];
  for (const box of after.boxes) {
    const old = before?.boxes.find((candidate) => candidate.number === box.number);
    for (const [index, hand] of box.hands.entries()) {
      const withTotal =
        hand.total === null
          ? null
          : (card: string) => t('table.saidBox', { box: box.number, card, total: hand.total! });
      news.push(
        ...cards(
          old?.hands[index]?.cards,
          hand.cards,
          t('table.boxN', { n: box.number }),
          withTotal,
          t,
        ),
      );
    }
  }
  const withTotal =
    after.dealer_total === null
      ? null
      : (card: string) => t('table.saidDealer', { card, total: after.dealer_total! });
  return [...news, ...cards(before?.dealer, after.dealer, t('blackjack.dealer'), withTotal, t)];
}

function baccarat(before: BaccaratPlay | null, after: BaccaratPlay, t: Say): string[] {
  return [
    ...cards(
      before?.player,
      after.player,
      t('bets.player'),
      baccaratHand(after, 'player', 'table.saidPlayer', t),
      t,
    ),
    ...cards(
      before?.banker,
      after.banker,
      t('bets.banker'),
      baccaratHand(after, 'banker', 'table.saidBanker', t),
      t,
    ),
  ];
}

/** With what it counts, unless a card of it lies face down. */
function baccaratHand(
  play: BaccaratPlay,
  hand: BaccaratHand,
  key: string,
  t: Say,
): ((card: string) => string) | null {
  const points = pointsOf(play, hand);
  return points === null ? null : (card) => t(key, { card, points });
}

function hands(before: HandsPlay | null, after: HandsPlay, t: Say): string[] {
  const old = new Map(before?.hands.map((hand) => [hand.place, hand.cards]));
  return after.hands.flatMap((hand) =>
    cards(old.get(hand.place), hand.cards, capital(hand.place), null, t),
  );
}

/** The cards that have come, or were turned, to one hand; what they count is told with the last. */
function cards(
  before: string[] = [],
  after: string[],
  whose: string,
  last: ((card: string) => string) | null,
  t: Say,
): string[] {
  const fresh = after.filter((card, at) => before[at] !== card);
  return fresh.map((card, at) => {
    const cardText = name(card, t);
    return last && at === fresh.length - 1
      ? last(cardText)
      : t('table.saidCard', { whose, card: cardText });
  });
}

function name(card: string, t: Say): string {
  const suits: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
  if (card === '??') return t('cards.faceDown');
  return t('cards.card', { rank: t(`cards.${card[0]}`), suit: t(`cards.${suits[card[1] ?? '']}`) });
}
