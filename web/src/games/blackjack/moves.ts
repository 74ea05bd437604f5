// The difference between two views as moves of cards: which were dealt, which went to a new hand in
// a split, which were turned. A card keeps its number as long as it lies there.
import type { BlackjackPlay, TableView } from '../../wire/socket';
import { HIDDEN } from '../../house/cards';

export interface LaidCard {
  id: number;
  face: string;
}

export interface Laid {
  round: number;
  next: number;
  dealer: LaidCard[];
  /** By box, then by hand. */
  boxes: Record<number, LaidCard[][]>;
}

export interface Move {
  id: number;
  kind: 'dealt' | 'split' | 'turned';
}

export const nothingLaid: Laid = { round: -1, next: 1, dealer: [], boxes: {} };

/** What a view tells of cards. */
export type LyingRound = Pick<TableView, 'round' | 'play'>;

export function moved(before: Laid, view: LyingRound): { laid: Laid; moves: Move[] } {
  const play = view.play?.family === 'blackjack' ? view.play : null;
  const old: Laid = before.round === view.round ? before : { ...nothingLaid, next: before.next };
  const moves: Move[] = [];
  let next = old.next;
  const lay = (was: LaidCard | undefined, face: string): LaidCard => {
    if (!was) {
      moves.push({ id: next, kind: 'dealt' });
      return { id: next++, face };
    }
    if (was.face === HIDDEN && face !== HIDDEN) moves.push({ id: was.id, kind: 'turned' });
    return was.face === face ? was : { ...was, face };
  };
  const boxes: Laid['boxes'] = {};
  for (const { number, hands } of inDealingOrder(play)) {
    const was = old.boxes[number] ?? [];
    const matched =
      align(
        was,
        hands.map((hand) => hand.cards),
      ) ?? was;
    const first = new Set(was.flatMap((hand) => hand.slice(0, 1).map((card) => card.id)));
    boxes[number] = hands.map((hand, index) =>
      hand.cards.map((face, at) => lay(matched[index]?.[at], face)),
    );
    for (const hand of boxes[number].slice(1)) {
      const card = hand[0];
      if (card && card.id < old.next && !first.has(card.id))
        moves.push({ id: card.id, kind: 'split' });
    }
  }
  const dealer = (play?.dealer ?? []).map((face, at) => lay(old.dealer[at], face));
  return { laid: { round: view.round, next, dealer, boxes }, moves };
}

const inDealingOrder = (play: BlackjackPlay | null) =>
  [...(play?.boxes ?? [])].sort((first, second) => first.number - second.number);

/** The old cards as the new hands lie: where there are more hands than before, one was split, and
    its second card is the first of the hand beside it. */
function align(was: LaidCard[][], hands: string[][]): LaidCard[][] | null {
  if (was.length >= hands.length)
    return was.every((hand, at) => begins(hands[at] ?? [], hand)) ? was : null;
  if (!was.length) return [];
  for (const [at, hand] of was.entries()) {
    if (hand.length !== 2) continue;
    const aligned = align(
      [...was.slice(0, at), [hand[0]!], [hand[1]!], ...was.slice(at + 1)],
      hands,
    );
    if (aligned) return aligned;
  }
  return null;
}

function begins(hand: string[], old: LaidCard[]): boolean {
  return old.every(
    (card, at) => hand[at] !== undefined && (card.face === HIDDEN || card.face === hand[at]),
  );
}
