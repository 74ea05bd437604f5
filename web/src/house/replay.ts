// A round of one's own, told again step by step. The house tells its cards in order, and the
// decisions in order, but not how the two lie between each other: a decision is told just before
// the card it brought, and whoever stood has stood before the dealer's cards are shown.
import type { BoxDecision, DealtCard, OwnRound } from '../wire/http';

export type Step =
  | { kind: 'card'; card: DealtCard }
  | { kind: 'decision'; decision: BoxDecision }
  /** Whatever else somebody said or ruled; which box it split, if it did. */
  | { kind: 'said'; text: string; split: number | null }
  | { kind: 'pocket'; pocket: number };

const BRINGS_A_CARD = new Set(['hit', 'double', 'split']);

export function stepsOf(round: OwnRound): Step[] {
  const cards = round.cards.some((one) => one.box !== null) ? atBoxes(round) : inTurn(round);
  return round.pocket === null ? cards : [...cards, { kind: 'pocket', pocket: round.pocket }];
}

/** Where there are no boxes, antes are raised or folded after the first card. */
function inTurn(round: OwnRound): Step[] {
  const cards = round.cards.map((card): Step => ({ kind: 'card', card }));
  const decisions = round.decisions.map((decision): Step => ({ kind: 'decision', decision }));
  return [...cards.slice(0, 1), ...decisions, ...cards.slice(1)];
}

function atBoxes(round: OwnRound): Step[] {
  const steps: Step[] = [];
  const open = [...round.decisions];
  const hands = new Map<number, number[]>();
  const tell = (count: number) => steps.push(...open.splice(0, count).map((decision): Step => ({ kind: 'decision', decision })));
  const lastAtBox = round.cards.findLastIndex((one) => one.to === 'box');
  for (const [index, card] of round.cards.entries()) {
    if (card.to === 'dealer' && index > lastAtBox) tell(open.length);
    if (card.box !== null && card.hand !== null) {
      const counts = hands.get(card.box) ?? [0];
      hands.set(card.box, counts);
      const at = card.hand - 1;
      if ((counts[at] ?? 0) >= 2) {
        if (card.own) bring(card.box, counts, at);
        else tell(open.filter((one) => one.box !== null && one.box < card.box!).length);
      }
      counts[at] = (counts[at] ?? 0) + 1;
    }
    steps.push({ kind: 'card', card });
  }
  tell(open.length);
  return steps;

  /** All that was decided up to the word that brought this card. */
  function bring(box: number, counts: number[], at: number): void {
    const which = open.findIndex((one) => one.box === box && BRINGS_A_CARD.has(one.action));
    if (which < 0) return;
    if (open[which]!.action === 'split') counts.splice(at, 1, 1, 1);
    tell(which + 1);
  }
}

export interface Place {
  key: string;
  to: DealtCard['to'];
  box: number | null;
  hand: number | null;
  own: boolean;
  cards: string[];
}

/** What lies where after these steps: the boxes in order, everything else after them. */
export function placesOf(steps: Step[]): Place[] {
  const places = new Map<string, Place>();
  for (const step of steps) {
    if (step.kind === 'card') {
      const { card, to, box, hand, own } = step.card;
      const key = `${to}/${box ?? ''}/${hand ?? ''}`;
      const place = places.get(key) ?? { key, to, box, hand, own, cards: [] };
      places.set(key, { ...place, cards: [...place.cards, card] });
    } else if (step.kind === 'decision' && step.decision.action === 'split') {
      split(places, step.decision.box);
    } else if (step.kind === 'said' && step.split !== null) {
      split(places, step.split);
    }
  }
  return [...places.values()].sort((one, other) => rank(one) - rank(other));
}

/** The hand of two that was split leaves its second card to a new hand right after it. */
function split(places: Map<string, Place>, box: number | null): void {
  const hands = [...places.values()].filter((one) => one.box === box).sort((one, other) => rank(one) - rank(other));
  const which = hands.findLastIndex((one) => one.cards.length === 2);
  const source = hands[which];
  if (!source) return;
  const made = { ...source, cards: source.cards.slice(1) };
  const after = [...hands.slice(0, which), { ...source, cards: source.cards.slice(0, 1) }, made, ...hands.slice(which + 1)];
  for (const [index, hand] of after.entries()) {
    const key = `box/${box ?? ''}/${index + 1}`;
    places.set(key, { ...hand, key, hand: index + 1 });
  }
}

const rank = (place: Place) => (place.box === null ? 10_000 : place.box * 10 + (place.hand ?? 1));
