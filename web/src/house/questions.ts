// What a player is asked, as it is shown: offers of one kind that are made to several boxes are one
// question, with an answer for each box.
import type { Action, Ask, Option, TableView, YouView } from '../wire/socket';
import { boxesOf } from './boxes';
import { HIDDEN } from './cards';

export interface Question {
  key: string;
  /** The key of its words. */
  text: string;
  /** Never none. */
  asks: [Ask, ...Ask[]];
  /** Whether it is about more than one box. */
  several: boolean;
}

/** What is offered, by name. */
const OFFERS: Action[] = ['even-money', 'insure', 'surrender', 'follow'];

const offerOf = (ask: Ask): Action | undefined =>
  ask.kind === 'offer'
    ? OFFERS.find((action) => ask.options.some((option) => option.action === action))
    : undefined;

/** Even money and insurance are answers to one ace. */
const kindOf = (offer: Action): Action => (offer === 'even-money' ? 'insure' : offer);

export function questionsOf(asks: readonly Ask[]): Question[] {
  const questions = new Map<string, [Ask, ...Ask[]]>();
  for (const ask of asks) {
    const offer = offerOf(ask);
    const key =
      offer && ask.box !== null
        ? `offer/${kindOf(offer)}`
        : [ask.kind, ask.box, ask.hand, ask.bet].join('/');
    const others = questions.get(key);
    if (others) others.push(ask);
    else questions.set(key, [ask]);
  }
  const shown = [...questions].map(([key, asks]) => ({
    key,
    text: textOf(asks),
    asks,
    several: asks.length > 1,
  }));
  // R28: a decision ends the choice after a dealing error, so the choice is asked first.
  const isChoice = ({ asks: [ask] }: Question) => ask.kind === 'choice';
  return [...shown.filter(isChoice), ...shown.filter((question) => !isChoice(question))];
}

/** The questions that may be answered now. Nothing is decided for a box before its player has looked at
    its cards; the choice after a dealing error is about no box, and its clock runs (R28). */
export const answerableOf = (questions: Question[], unseen: readonly number[]): Question[] =>
  unseen.length ? questions.filter(({ asks: [ask] }) => ask.kind === 'choice') : questions;

function textOf(asks: [Ask, ...Ask[]]): string {
  const offers = new Set(asks.map(offerOf));
  const offer = offers.size > 1 ? 'insure' : offerOf(asks[0]);
  return offer ? `table.offer-${offer}` : `table.asked-${asks[0].kind}`;
}

/** The answers that are about one box each: by answer, then by box. What is declined is declined for
    all of them. */
export function answersOf(question: Question): { ask: Ask; option: Option }[] {
  const all = question.asks.flatMap((ask) => ask.options.map((option) => ({ ask, option })));
  const actions = [...new Set(all.map(({ option }) => option.action))];
  return actions
    .filter((action) => action !== 'decline')
    .flatMap((action) => all.filter(({ option }) => option.action === action));
}

/** The answer with an amount that may be given for any of the boxes: from the least to the most that
    any of them allows. */
export function asOne(question: Question): Option | null {
  const options = question.asks.flatMap((ask) =>
    ask.options.filter((option) => option.least !== null && option.most !== null),
  );
  if (!options[0]) return null;
  return {
    ...options[0],
    least: Math.min(...options.map((option) => option.least!)),
    most: Math.max(...options.map((option) => option.most!)),
  };
}

/** Boxes with cards face down that only this player may look at. */
export function coveredBoxes(view: TableView | undefined, you: YouView | undefined): number[] {
  return boxesOf(view?.play)
    .filter(({ hands }) => hands.some(({ cards }) => cards.includes(HIDDEN)))
    .map(({ number }) => number)
    .filter((number) => you?.boxes.some((own) => own.number === number));
}

/** One moment of the table, for this player: another one as soon as somebody else is to decide, or
    this player is asked something else or gets a card with the answer. */
export function momentOf(view: TableView, you: YouView | undefined): string {
  const asked = (you?.asked ?? []).map((ask) => [ask.kind, ask.box, ask.hand]);
  const cards = boxesOf(view.play)
    .filter((box) => asked.some(([, number]) => number === box.number))
    .map((box) => box.hands.map((hand) => hand.cards.length));
  const turns = view.turns.map((turn) => [turn.box, turn.hand]);
  return JSON.stringify([view.round, view.phase, turns, asked, cards]);
}
