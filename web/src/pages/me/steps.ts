// The steps of a round of one's own, or of one that was shared, in words.
import { gameOf } from '../../games';
import { boxesOf } from '../../house/boxes';
import { cardWords, HIDDEN } from '../../house/cards';
import { money } from '../../house/money';
import { betName } from '../../house/names';
import { whereOf, type Step } from '../../house/replay';
import { t } from '../../i18n/words.svelte';
import type { BoxDecision, DealtCard, OwnRound, Replay, ReplayStep } from '../../wire/http';

type OwnStep = OwnRound['steps'][number];

/** `player`: what whoever's round it is is called; empty, where a box says enough. */
export function stepsOf(
  { game, steps }: Pick<OwnRound, 'game' | 'steps'>,
  player: string,
  replay?: Replay,
): Step[] {
  const told = steps.map(({ card, decision, ruling, pocket }: OwnStep, at): Step => {
    if (card) {
      const face = replay && lay(card, replay.steps[at]) === HIDDEN ? HIDDEN : card.card;
      return { kind: 'card', text: `${whereOf(card, t)}: ${cardWords(face, t)}` };
    }
    if (decision) return { kind: 'decision', text: decided(decision, game, player) };
    if (typeof pocket === 'number')
      return { kind: 'outcome', text: gameOf(replay?.view.family).outcomeText(pocket, t) };
    return { kind: 'ruling', text: t(`office.in-${ruling}`) };
  });
  // What others decided is not told; what it has led to is shown.
  if (replay && replay.steps.length > told.length)
    told.push({ kind: 'end', text: t('table.roundOver') });
  return told;
}

/** As it lay there then: a card that was turned later is told when it is. */
function lay({ to, box, hand }: DealtCard, step: ReplayStep | undefined): string | undefined {
  const play = step?.table.play;
  const cards =
    play && 'dealer' in play && to === 'dealer'
      ? play.dealer
      : boxesOf(play).find((other) => other.number === box)?.hands[(hand ?? 1) - 1]?.cards;
  return cards?.at(-1);
}

function decided(
  { action, amount, box, hand, bet, by }: BoxDecision,
  game: string,
  player: string,
): string {
  const who = by === 'you' ? player : t('me.another');
  const where = box !== null ? whereOf({ to: 'box', box, hand }, t) : bet ? betName(game, bet) : '';
  return [who, where, t(`me.did-${action}`), amount ? money(amount) : '']
    .filter(Boolean)
    .join(' · ');
}
