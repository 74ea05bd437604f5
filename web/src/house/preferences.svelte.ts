// What a visitor likes: kept on this machine, and shown at once.
import { prefersReducedMotion } from 'svelte/motion';
import { paceOf, SPEEDS, type Pace, type Speed } from './pace';

class Preferences {
  /** Dark unless somebody wants it otherwise: a lit table in a dark room. */
  theme = $state(localStorage.getItem('theme') ?? 'dark');
  sounds = $state(localStorage.getItem('sounds') !== 'off');
  /** Volumes, from 0 to 1: the table; the dealer's voice; the murmur of the room. */
  effects = $state(volume('effects', 0.7));
  voice = $state(volume('voice', 0));
  ambience = $state(volume('ambience', 0));
  motion = $state(localStorage.getItem('motion') ?? 'auto');
  dealing = $state<Speed>(
    SPEEDS.find((speed) => speed === localStorage.getItem('dealing')) ?? 'unhurried',
  );
  /** Whether cards of which this player may turn over come face down. */
  squeeze = $state(localStorage.getItem('squeeze') !== 'off');
  hints = $state(localStorage.getItem('hints') !== 'off');
  autoPlace = $state(localStorage.getItem('auto-place') === 'on');
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
        localStorage.setItem('effects', String(this.effects));
        localStorage.setItem('voice', String(this.voice));
        localStorage.setItem('ambience', String(this.ambience));
        localStorage.setItem('motion', this.motion);
        localStorage.setItem('dealing', this.dealing);
        localStorage.setItem('squeeze', this.squeeze ? 'on' : 'off');
        localStorage.setItem('hints', this.hints ? 'on' : 'off');
        localStorage.setItem('auto-place', this.autoPlace ? 'on' : 'off');
        localStorage.setItem('four-colours', this.fourColours ? 'on' : 'off');
      });
    });
  }

  /** Whether nothing should move. */
  get still(): boolean {
    if (this.motion !== 'auto') return this.motion === 'off';
    return prefersReducedMotion.current;
  }

  /** How fast cards come that take so long unhurried. */
  pace = (unhurried: Pace): Pace => paceOf(this.dealing, unhurried);

  /** Milliseconds of an animation: none where nothing should move. */
  ms(wanted: number): number {
    return this.still ? 0 : wanted;
  }
}

function volume(name: string, usual: number): number {
  const kept = Number(localStorage.getItem(name) ?? usual);
  return kept >= 0 && kept <= 1 ? kept : usual;
}

export const preferences = new Preferences();
