// What goes over any felt: chips from the player, to the dealer's tray and from there, and cards that
// are collected.
import type { TransitionConfig } from 'svelte/transition';
import { drag } from '../house/drag.svelte';
import { preferences } from '../house/preferences.svelte';

const PLACED = 220;
const PAID = 380;
/** The dealer takes what was lost before anything is paid. */
const TAKEN_FIRST = 300;
const COLLECTED = 300;

/** A chip from the player's own to its spot; one that was carried there lies there already. */
export function placeChip(
  node: HTMLElement,
  { chip, placed }: { chip: number; placed: boolean },
): TransitionConfig {
  const own =
    placed && !drag.dropped
      ? document.querySelector(`[data-own-chip="${chip}"]`)?.getBoundingClientRect()
      : null;
  if (!own) return { duration: 0 };
  const here = node.getBoundingClientRect();
  const x = own.x + own.width / 2 - here.x - here.width / 2;
  const y = own.y + own.height / 2 - here.y - here.height / 2;
  const still = getComputedStyle(node).transform.replace('none', '');
  return {
    duration: preferences.ms(PLACED),
    easing: (t) => 1 - (1 - t) ** 3,
    css: (_, u) =>
      `transform: translate(${x * u}px, ${y * u}px) ${still} scale(${1 + 0.25 * u}); z-index: 20`,
  };
}

/** Chips to the dealer's tray, or from there. */
export function slideChips(
  node: HTMLElement,
  _: unknown,
  { direction }: { direction?: 'in' | 'out' | 'both' } = {},
): TransitionConfig {
  const tray = node.closest('[data-felt]')?.querySelector('[data-tray]')?.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  if (!tray) return { duration: 0 };
  const x = tray.x + tray.width / 2 - here.x - here.width / 2;
  const y = tray.y + tray.height / 2 - here.y - here.height / 2;
  return {
    delay: direction === 'in' ? preferences.ms(TAKEN_FIRST) : 0,
    duration: preferences.ms(PAID),
    easing: (t) => t * t * (3 - 2 * t),
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px); opacity: ${Math.min(1, t * 2)}`,
  };
}

/** The cards of the last round go to the discards, at the dealer's far side. Copies of them do: the
    felt itself is free for the next round at once. Called while they still lie there. */
export function collectCards(felt: HTMLElement | undefined): void {
  const duration = preferences.ms(COLLECTED);
  if (!felt || !duration || document.hidden) return;
  const rack = felt.getBoundingClientRect();
  for (const card of felt.querySelectorAll<HTMLElement>('[data-card]')) {
    const { x, y, width, height } = card.getBoundingClientRect();
    const copy = card.cloneNode(true) as HTMLElement;
    copy.removeAttribute('data-card');
    copy.setAttribute('aria-hidden', 'true');
    copy.inert = true;
    Object.assign(copy.style, {
      position: 'fixed',
      left: `${x}px`,
      top: `${y}px`,
      margin: '0',
      zIndex: '15',
      pointerEvents: 'none',
    });
    copy.style.setProperty('--card', `${width}px`);
    document.body.append(copy);
    const to = `translate(${rack.x - x - width / 2}px, ${rack.y - y - height / 2}px) rotate(-40deg) scale(0.7)`;
    const way = copy.animate([{}, { transform: to, opacity: 0 }], {
      duration,
      easing: 'ease-in',
      fill: 'forwards',
    });
    way.onfinish = way.oncancel = () => copy.remove();
  }
}
