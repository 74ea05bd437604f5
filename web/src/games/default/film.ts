import { plainHand } from '../../film/hand';
import { CARD_STEP, type FilmedGame } from '../../film/scene';
import type { HandsPlay, TableView } from '../../wire/socket';

const handsOf = ({ play }: TableView) => (play as HandsPlay | null)?.hands ?? [];

export default {
  stepSeconds: CARD_STEP,
  draw(painter, { view, before, progress }) {
    const hands = handsOf(view);
    const room = 1200 / Math.max(1, hands.length);
    hands.forEach(({ place, cards }, at) =>
      painter.hand(
        plainHand({
          label: place,
          cards,
          before: handsOf(before).find((other) => other.place === place)?.cards ?? [],
          x: 640 + (at - (hands.length - 1) / 2) * room,
          y: 180,
          height: 220,
          room: room - 20,
        }),
        progress,
      ),
    );
    painter.betsBelow();
  },
} satisfies FilmedGame;
