// What a listener is told of the cards: each box in turn, then the dealer.
import { cardNews } from '../../house/card-news';
import type { BlackjackPlay } from '../../wire/socket';
import type { Say } from '../game';

export function narrate(before: BlackjackPlay | null, after: BlackjackPlay, t: Say): string[] {
  const news: string[] = [];
  for (const box of after.boxes) {
    const old = before?.boxes.find((candidate) => candidate.number === box.number);
    for (const [index, hand] of box.hands.entries()) {
      const withTotal =
        hand.total === null
          ? null
          : (card: string) => t('table.saidBox', { box: box.number, card, total: hand.total! });
      news.push(
        ...cardNews(
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
  return [...news, ...cardNews(before?.dealer, after.dealer, t('blackjack.dealer'), withTotal, t)];
}
