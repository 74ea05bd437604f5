// Sounds made on the spot: nothing to fetch, nothing to license.
import { preferences } from './preferences.svelte';

let context: AudioContext | null = null;

// Before the first press a page may make no sound, and a browser complains of whoever tries. A
// finger has pressed only when it is lifted.
const PRESSES = ['pointerdown', 'pointerup', 'keydown'] as const;

function wake(): void {
  if (!(navigator.userActivation?.hasBeenActive ?? true)) return;
  context = new AudioContext();
  for (const press of PRESSES) removeEventListener(press, wake, { capture: true });
}

for (const press of PRESSES) addEventListener(press, wake, { capture: true });

function tone(frequency: number, at: number, length: number, volume: number, kind: OscillatorType): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = kind;
  oscillator.frequency.value = frequency;
  const begin = context.currentTime + at;
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

const SOUNDS = {
  chip: () => [2100, 2900].forEach((f, i) => tone(f, i * 0.03, 0.05, 0.08, 'triangle')),
  card: () => tone(420, 0, 0.05, 0.06, 'sawtooth'),
  tick: () => tone(1000, 0, 0.03, 0.05, 'square'),
  bell: () => [880, 1320].forEach((f, i) => tone(f, i * 0.12, 0.4, 0.08, 'sine')),
  win: () => [523, 659, 784].forEach((f, i) => tone(f, i * 0.09, 0.3, 0.08, 'sine')),
  no: () => tone(180, 0, 0.15, 0.08, 'sawtooth'),
};

export function play(sound: keyof typeof SOUNDS): void {
  if (!preferences.sounds || document.hidden) return;
  SOUNDS[sound]();
}
