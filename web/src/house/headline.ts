// What stands above the felt: what came of the round once that is shown, else the dealer's last word.
import type { TableView } from '../wire/socket';

type Say = (key: string, values?: Record<string, string | number>) => string;

/** Empty while the round is on. */
export function outcome(view: TableView, t: Say): string {
  if (!view.over || !view.play) return '';
  if (view.void) return t('table.roundVoid');
  const { play } = view;
  if (play.family === 'roulette') {
    return t('table.saidPocket', { pocket: play.pocket ?? '', colour: t(`table.${play.colour}`) });
  }
  const text = view.last.find((one) => one.round === view.round)?.text ?? '';
  if (play.family === 'blackjack') {
    if (text === 'bust') return t('table.dealerBusts');
    return /^\d+$/.test(text) ? t('table.dealerHas', { total: text }) : t('table.roundOver');
  }
  const [side, points = ''] = text.split(' ');
  if (side === 'tie') return t('baccarat.tie');
  return side ? t('baccarat.wins', { side: t(`bets.${side}`), n: points }) : t('table.roundOver');
}

/** `heard` is the dealer's last word, in the visitor's language; what was called in another round is
    no word about this one. */
export function headline(view: TableView, heard: { text: string; round: number } | null, t: Say): string {
  if (view.held) return t('table.held');
  if (view.standstill) return t(`table.still-${view.standstill}`);
  const said = heard?.round === view.round ? heard.text : '';
  return (view.phase !== 'closed' && outcome(view, t)) || said || t(`table.phase-${view.phase}`);
}
