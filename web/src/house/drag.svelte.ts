// Dragging chips by mouse, pen or finger: from the tray to a spot, or from spot to spot. A spot is
// any element with `data-spot`.
import type { Betting } from './betting.svelte';
import { spotKey, spotOf, type SpotName } from './draft';

const FAR = 6;

class Drag {
  /** What is being dragged, and where the pointer is; none, while nothing is. */
  amount = $state(0);
  x = $state(0);
  y = $state(0);
  over = $state('');
  /** Whether what was put down last was carried there. */
  dropped = false;

  /** Begin on pointerdown; a press that does not move stays a tap. */
  begin(event: PointerEvent, betting: Betting, amount: number, from: SpotName | null): void {
    if (event.button !== 0 || !betting.open) return;
    const { clientX, clientY, pointerId } = event;
    let moving = false;
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      if (!moving && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < FAR) return;
      moving = true;
      moved.preventDefault();
      this.amount = amount;
      this.x = moved.clientX;
      this.y = moved.clientY;
      this.over = spotAt(moved.clientX, moved.clientY);
    };
    const end = (ended: PointerEvent) => {
      if (ended.pointerId !== pointerId) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      // On the spot that was lit, whatever has moved since: that is the one the player meant.
      const target = ended.type === 'pointerup' ? this.over : '';
      this.amount = 0;
      this.over = '';
      if (moving) addEventListener('click', swallow, { capture: true, once: true });
      this.dropped = !!target;
      setTimeout(() => {
        removeEventListener('click', swallow, { capture: true });
        this.dropped = false;
      }, 0);
      if (!target) return;
      if (from === null) betting.place(spotOf(target), amount);
      else if (target !== spotKey(from)) betting.move(from, spotOf(target));
    };
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }
}

/** The click that follows a drag is no tap. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function spotAt(x: number, y: number): string {
  const spots = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>('[data-spot]'));
  return spots.find((spot) => spot)?.dataset.spot ?? '';
}

export const drag = new Drag();
