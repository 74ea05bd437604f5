// The steps of a round of one's own, in words.
import { cardWords } from '../../house/cards';
import { money } from '../../house/money';
import { betName } from '../../house/names';
import { whereOf, type Step } from '../../house/replay';
import { colourOf } from '../../tables/roulette/spots';
import { t } from '../../i18n/words.svelte';
import type { BoxDecision, OwnRound } from '../../wire/http';

type OwnStep = OwnRound['steps'][number];

export function stepsOf({ game, steps }: Pick<OwnRound, 'game' | 'steps'>): Step[] {
  let pocket: number | null = null;
  return steps.map((step): Step => {
    pocket = step.pocket ?? pocket;
    return { ...worded(step, game), pocket, hands: step.hands ?? [] };
  });
}

function worded({ card, decision, ruling, pocket }: OwnStep, game: string): Pick<Step, 'kind' | 'text'> {
  if (card) return { kind: 'card', text: `${whereOf(card, t)}: ${cardWords(card.card, t)}` };
  if (decision) return { kind: 'decision', text: decided(decision, game) };
  if (typeof pocket === 'number') return { kind: 'pocket', text: t('table.saidPocket', { pocket, colour: t(`table.${colourOf(pocket)}`) }) };
  return { kind: 'ruling', text: t(`office.in-${ruling}`) };
}

function decided({ action, amount, box, hand, bet, by }: BoxDecision, game: string): string {
  const who = by === 'you' ? t('me.you') : t('me.another');
  const where = box !== null ? whereOf({ to: 'box', box, hand }, t) : bet ? betName(game, bet) : '';
  return [who, where, t(`me.did-${action}`), amount ? money(amount) : ''].filter(Boolean).join(' · ');
}
