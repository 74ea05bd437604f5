import { plainHand } from '../../film/hand';
import { CARD_STEP, type FilmedGame } from '../../film/scene';
import { t } from '../../i18n/words.svelte';
import type { BlackjackPlay, TableView } from '../../wire/socket';

const playOf = ({ play }: TableView) => play as BlackjackPlay | null;

export default {
  stepSeconds: CARD_STEP,
  draw(painter, { view, before, progress }) {
    const [play, old] = [playOf(view), playOf(before)];
    if (!play) return;
    // A card counts when it lies there.
    const told = progress < 1 ? before : view;
    const counted = playOf(told);
    painter.hand(
      {
        ...plainHand({
          label: t('blackjack.dealer'),
          cards: play.dealer,
          before: old?.dealer ?? [],
          x: 640,
          y: 78,
          height: 168,
          room: 520,
        }),
        badge: String(counted?.dealer_total ?? ''),
      },
      progress,
    );
    const all = play.boxes.flatMap((box) => box.hands.map((hand, index) => ({ box, hand, index })));
    const room = Math.min(260, 1200 / Math.max(1, all.length));
    all.forEach(({ box, hand, index }, at) => {
      const oldHand = old?.boxes.find((other) => other.number === box.number)?.hands[index];
      const lies = counted?.boxes.find((other) => other.number === box.number);
      const result = lies?.results[index];
      painter.hand(
        {
          ...plainHand({
            label: box.seat ?? t('table.boxTitle', { n: box.number }),
            cards: hand.cards,
            before: oldHand?.cards ?? [],
            x: 640 + (at - (all.length - 1) / 2) * room,
            y: 356,
            height: 150,
            room: room - 16,
          }),
          badge: lies?.hands[index]?.cards.length ? String(lies.hands[index].total ?? '') : '',
          lit: told.turns.some((turn) => turn.box === box.number && (turn.hand ?? 1) === index + 1),
          chips: hand.stake,
          note: result ? t(`table.result-${result}`) : '',
        },
        progress,
      );
    });
  },
} satisfies FilmedGame;
