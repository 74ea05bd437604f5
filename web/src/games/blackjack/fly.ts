// Ways over the felt: a card from the shoe, or from where it lay, to its place.
import type { TransitionConfig } from 'svelte/transition';
import { NEXT_SETS_OUT } from '../../house/pace';
import { preferences } from '../../house/preferences.svelte';

/** A card that goes to a hand of its own. */
const SPLIT = 260;

/** Where each card lay before the felt changed. */
const lay = new Map<string, DOMRect>();

export function remember(felt: HTMLElement | undefined): void {
  lay.clear();
  for (const card of felt?.querySelectorAll<HTMLElement>('[data-card]') ?? []) {
    lay.set(card.dataset.card ?? '', card.getBoundingClientRect());
  }
}

const quick = (t: number) => 1 - (1 - t) ** 3;

/** `order` among the cards that move at once; below zero: it does not. `ms`: from the shoe. */
export function deal(
  node: HTMLElement,
  { order, ms }: { order: number; ms: number },
): TransitionConfig {
  const from =
    lay.get(node.dataset.card ?? '') ??
    node.closest('[data-felt]')?.querySelector('[data-shoe]')?.getBoundingClientRect();
  const to = node.getBoundingClientRect();
  if (!from || order < 0) return { duration: 0 };
  const x = from.x - to.x;
  const y = from.y - to.y;
  const lain = lay.has(node.dataset.card ?? '');
  const turn = lain ? 0 : -50;
  const way = preferences.ms(lain ? SPLIT : ms);
  return {
    duration: way,
    delay: order * way * NEXT_SETS_OUT,
    easing: quick,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) rotate(${turn * u}deg); opacity: ${Math.min(1, t * 4)}`,
  };
}

/** A card turned on the spot. */
export function turn(
  _: HTMLElement,
  { turned, ms }: { turned: boolean; ms: number },
): TransitionConfig {
  return {
    duration: turned ? preferences.ms(ms) : 0,
    css: (t) => `transform: perspective(30rem) rotateY(${90 - 90 * t}deg)`,
  };
}
