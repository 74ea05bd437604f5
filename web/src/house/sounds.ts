// Sounds made on the spot: nothing to fetch, nothing to license.
import { frame } from './frame.svelte';
import { preferences } from './preferences.svelte';

let context: AudioContext | null = null;
/** To be called once the page may make sounds. */
const waiting: ((context: AudioContext) => void)[] = [];

// Before the first press a page may make no sound, and a browser complains of whoever tries. A
// finger has pressed only when it is lifted.
const PRESSES = ['pointerdown', 'pointerup', 'keydown'] as const;

function wake(): void {
  if (!(navigator.userActivation?.hasBeenActive ?? true)) return;
  context = new AudioContext();
  for (const press of PRESSES) removeEventListener(press, wake, { capture: true });
  for (const begin of waiting.splice(0)) begin(context);
}

for (const press of PRESSES) addEventListener(press, wake, { capture: true });

/** At once, or with the first press. */
export function whenAwake(begin: (context: AudioContext) => void): void {
  if (context) begin(context);
  else waiting.push(begin);
}

/** A second of noise: dry, or, where each sample keeps of the one before, duller. */
export function noise(context: AudioContext, seconds: number, kept = 0): AudioBuffer {
  const buffer = context.createBuffer(
    1,
    Math.max(1, Math.floor(seconds * context.sampleRate)),
    context.sampleRate,
  );
  const samples = buffer.getChannelData(0);
  let sample = 0;
  for (let at = 0; at < samples.length; at += 1) {
    sample = kept * sample + (1 - kept) * (Math.random() * 2 - 1);
    samples[at] = sample;
  }
  return buffer;
}

/** A gain that begins with a volume and dies away. */
function fading(context: AudioContext, begin: number, length: number, volume: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(volume * preferences.effects, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(context.destination);
  return gain;
}

export function tone(
  frequency: number,
  at: number,
  length: number,
  volume: number,
  kind: OscillatorType,
): void {
  if (!context) return;
  const begin = context.currentTime + at;
  const oscillator = context.createOscillator();
  oscillator.type = kind;
  oscillator.frequency.value = frequency;
  oscillator.connect(fading(context, begin, length, volume));
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** Something rubs or strikes: noise about a frequency, which may slide to another. */
export function rub(from: number, to: number, length: number, volume: number, narrow = 1): void {
  if (!context) return;
  const begin = context.currentTime;
  const source = context.createBufferSource();
  source.buffer = noise(context, length);
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = narrow;
  filter.frequency.setValueAtTime(from, begin);
  filter.frequency.exponentialRampToValueAtTime(to, begin + length);
  source.connect(filter).connect(fading(context, begin, length, volume));
  source.start(begin);
}

const SOUNDS = {
  chip: () => {
    [2100, 2900].forEach((f, i) => tone(f, i * 0.03, 0.05, 0.08, 'triangle'));
    rub(5200, 3800, 0.04, 0.12, 4);
  },
  card: () => rub(2600, 900, 0.12, 0.2),
  tick: () => tone(1000, 0, 0.03, 0.05, 'square'),
  /** The time for bets is over. */
  over: () => [0, 0.2].forEach((at) => tone(988, at, 0.15, 0.1, 'square')),
  bell: () => [880, 1320].forEach((f, i) => tone(f, i * 0.12, 0.4, 0.08, 'sine')),
  win: () => [523, 659, 784].forEach((f, i) => tone(f, i * 0.09, 0.3, 0.08, 'sine')),
  no: () => tone(180, 0, 0.15, 0.08, 'sawtooth'),
};

export const silent = (): boolean =>
  !frame.heard || !preferences.sounds || !preferences.effects || document.hidden;

export function play(sound: keyof typeof SOUNDS): void {
  if (!silent()) SOUNDS[sound]();
}
