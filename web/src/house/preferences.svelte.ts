// What a visitor likes: kept on this machine, and shown at once.
import { prefersReducedMotion } from 'svelte/motion';

class Preferences {
  /** Dark unless somebody wants it otherwise: a lit table in a dark room. */
  theme = $state(localStorage.getItem('theme') ?? 'dark');
  sounds = $state(localStorage.getItem('sounds') !== 'off');
  motion = $state(localStorage.getItem('motion') ?? 'auto');
  fourColours = $state(localStorage.getItem('four-colours') === 'on');

  begin(): void {
    $effect.root(() => {
      $effect(() => {
        const root = document.documentElement;
        root.dataset.theme = this.theme;
        root.dataset.motion = this.still ? 'off' : 'on';
        root.dataset.suits = this.fourColours ? 'four' : 'two';
        localStorage.setItem('theme', this.theme);
        localStorage.setItem('sounds', this.sounds ? 'on' : 'off');
        localStorage.setItem('motion', this.motion);
        localStorage.setItem('four-colours', this.fourColours ? 'on' : 'off');
      });
    });
  }

  /** Whether nothing should move. */
  get still(): boolean {
    if (this.motion !== 'auto') return this.motion === 'off';
    return prefersReducedMotion.current;
  }

  /** Milliseconds of an animation: none where nothing should move. */
  ms(wanted: number): number {
    return this.still ? 0 : wanted;
  }
}

export const preferences = new Preferences();
