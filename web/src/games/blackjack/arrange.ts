// From the views of a table to what is drawn of it: one drawing for each box, whether bets are
// taken or cards lie on it.
import { HIDDEN } from '../../house/cards';
import type { BoxView, Chip, HandView, Line, Result, TableView, YouView } from '../../wire/socket';

export interface DrawnHand {
  number: number;
  /** What everyone sees; "??" lies face down. */
  cards: string[];
  /** The faces only this player may look at; none, where nothing is hidden from the others. */
  secret: HandView | null;
  total: number | null;
  soft: boolean;
  /** Of those who bet on it; what lies behind it is told apart. */
  stake: number;
  marks: ('blackjack' | 'bust' | 'doubled' | 'surrendered')[];
  turn: boolean;
  result: Result | null;
  /** What this player won or lost with it. */
  net: number | null;
  /** And why. */
  lines: Line[];
}

export interface DrawnBox {
  number: number;
  seat: string | null;
  /** A free seat that is kept for somebody of the waiting list. */
  offered: string | null;
  /** This player sits here, or has a bet here. */
  mine: boolean;
  seated: boolean;
  decider: string | null;
  initial: number;
  behind: number;
  behindCount: number;
  /** Of everyone on the box. */
  insurance: number;
  evenMoney: boolean;
  hands: DrawnHand[];
  turn: boolean;
  /** This player's bets on the box together, once any of them is settled. */
  net: number | null;
}

export function arrange(
  view: TableView,
  you: YouView | undefined,
  me: string,
  chips: Chip[] = you?.confirmed ?? [],
): DrawnBox[] {
  const play = view.play?.family === 'blackjack' ? view.play : null;
  const played = new Map(play?.boxes.map((box) => [box.number, box]));
  const current = you?.round === view.round ? you : undefined;
  return view.boxes.map((seat) => drawn(seat, played.get(seat.number), view, current, me, chips));
}

function drawn(
  seat: BoxView,
  box: BoxView | undefined,
  view: TableView,
  you: YouView | undefined,
  me: string,
  chips: Chip[],
): DrawnBox {
  const number = seat.number;
  const laid = box ?? seat;
  const turns = view.turns.filter((turn) => turn.box === number);
  const lines = settled(view, box) ? (you?.lines ?? []).filter((line) => line.box === number) : [];
  const own = you?.boxes.find((box) => box.number === number);
  return {
    number,
    seat: seat.seat,
    offered: seat.offered,
    seated: seat.seat === me,
    mine: seat.seat === me || chips.some((chip) => chip.box === number),
    decider: laid.decider,
    initial: laid.initial,
    behind: laid.behind,
    behindCount: laid.behind_count,
    insurance: laid.insurance,
    evenMoney: laid.even_money,
    hands: (box?.hands ?? []).map((hand, index) => ({
      number: index + 1,
      cards: hand.cards,
      secret: hand.cards.includes(HIDDEN) ? (own?.hands[index] ?? null) : null,
      total: hand.cards.length ? hand.total : null,
      soft: hand.soft,
      stake: hand.stake - hand.behind,
      marks: marks(hand, resultOf(box!, index, lines)),
      turn: turns.some((turn) => (turn.hand ?? 1) === index + 1),
      result: resultOf(box!, index, lines),
      net: sum(linesOf(lines, index)),
      lines: linesOf(lines, index),
    })),
    turn: turns.length > 0,
    net: sum(lines),
  };
}

/** What a player has won so far is told when the felt shows it, not before. */
function settled(view: TableView, box: BoxView | undefined): boolean {
  return view.over || !!box?.results.length;
}

const linesOf = (lines: Line[], index: number) =>
  lines.filter((line) => isMain(line) && line.hand === index + 1);

/** How much room a box needs beside the others. While bets are taken all are alike; once cards are
    dealt those that have some get more, split hands more again, and the own ones more than others'. */
export function roomOf(box: Pick<DrawnBox, 'hands' | 'mine'>, dealt: boolean): number {
  if (!dealt) return 1;
  const hands = box.hands.length;
  const room = hands === 0 ? 0.6 : hands === 1 ? 1 : hands === 2 ? 1.6 : 2.2;
  return box.mine && hands ? room + 0.5 : room;
}

/** What a row that is not full has at its end. */
const NO_BOX = { hands: [], mine: false };

/** Boxes in a row where there are two, and the columns that make up a row. */
const IN_A_ROW = 4;
export const COLUMNS = 48;

/** Over how many columns each box reaches where they lie in two rows. */
export function spansOf(boxes: Pick<DrawnBox, 'hands' | 'mine'>[], dealt: boolean): number[] {
  return boxes.map((_, index) => {
    const first = index - (index % IN_A_ROW);
    const row = Array.from({ length: IN_A_ROW }, (_, at) =>
      roomOf(boxes[first + at] ?? NO_BOX, dealt),
    );
    const whole = row.reduce((sum, room) => sum + room, 0);
    const upTo = (count: number) =>
      Math.round((COLUMNS * row.slice(0, count).reduce((sum, room) => sum + room, 0)) / whole);
    return upTo(index - first + 1) - upTo(index - first);
  });
}

const isMain = (line: Line) => line.bet === 'initial' || line.bet === 'behind';

/** A surrender that is settled is told by its result. */
function marks(hand: HandView, result: Result | null): DrawnHand['marks'] {
  const all = ['blackjack', 'bust', 'doubled', 'surrendered'] as const;
  return all.filter((mark) => hand[mark] && !(mark === 'surrendered' && result === 'surrender'));
}

/** The own line says which hand it is of; the others' results are told apart only once all of a
    box's hands are settled. */
function resultOf(box: BoxView, index: number, lines: Line[]): Result | null {
  const own = lines.find((line) => isMain(line) && line.hand === index + 1);
  if (own) return own.result;
  const results = box.results.filter((result) => result !== 'returned');
  return results.length === box.hands.length ? results[index]! : null;
}

/** What became of one bet of this player that is not on a hand. */
export function betLines(
  view: TableView,
  you: YouView | undefined,
  bet: string,
  box: number | null,
): Line[] {
  if (you?.round !== view.round || !view.play) return [];
  return you.lines.filter((line) => line.bet === bet && line.box === box);
}

export function sum(lines: Line[]): number | null {
  return lines.length ? lines.reduce((total, line) => total + line.returned - line.stake, 0) : null;
}
