import { plainHand } from '../../film/hand';
import { CARD_STEP, type FilmedGame } from '../../film/scene';
import { resultText } from '../../house/results';
import { t } from '../../i18n/words.svelte';
import type { BaccaratPlay, TableView } from '../../wire/socket';
import type { BaccaratHand } from './squeeze';

const playOf = ({ play }: TableView) => play as BaccaratPlay | null;

export default {
  stepSeconds: CARD_STEP,
  draw(painter, { view, before, progress }) {
    const [play, old] = [playOf(view), playOf(before)];
    // A card counts when it lies there.
    const told = progress < 1 ? before : view;
    const counted = playOf(told);
    const winner = told.over ? told.last.at(-1)?.result : null;
    const side = (name: BaccaratHand, x: number) =>
      painter.hand(
        {
          ...plainHand({
            label: t(`bets.${name}`),
            cards: play?.[name] ?? [],
            before: old?.[name] ?? [],
            x,
            y: 170,
            height: 230,
            room: 460,
          }),
          badge: counted?.[name].length ? String(counted[`${name}_points`]) : '',
          lit: winner?.name === name,
          note: winner?.name === name ? resultText(winner, 'said') : '',
        },
        progress,
      );
    side('player', 370);
    side('banker', 910);
    painter.betsBelow();
  },
} satisfies FilmedGame;
