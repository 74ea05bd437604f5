// The murmur of a room full of people: dull noise through a few filters, each of which swells and ebbs
// in its own time, as voices do.
import { noise, whenAwake } from './sounds';

const SECONDS = 8;
/** Hertz of the voices, and seconds of their swell. */
const VOICES: [number, number][] = [
  [280, 5.3],
  [520, 3.7],
  [950, 7.1],
];
const LOUDEST = 0.5;

class Ambience {
  private volume = 0;
  private gain: GainNode | null = null;
  private asked = false;

  /** From 0 to 1; nothing is made before the first that is more than nothing. */
  set(volume: number): void {
    this.volume = volume;
    if (volume && !this.asked) {
      this.asked = true;
      whenAwake((context) => this.begin(context));
    }
    this.gain?.gain.setTargetAtTime(volume * LOUDEST, this.gain.context.currentTime, 0.4);
  }

  private begin(context: AudioContext): void {
    const source = context.createBufferSource();
    source.buffer = noise(context, SECONDS, 0.6);
    source.loop = true;
    const gain = context.createGain();
    gain.gain.value = 0;
    for (const [frequency, seconds] of VOICES) {
      const filter = context.createBiquadFilter();
      filter.type = 'bandpass';
      filter.frequency.value = frequency;
      const swell = context.createGain();
      swell.gain.value = 0.3;
      const ebb = context.createOscillator();
      const depth = context.createGain();
      ebb.frequency.value = 1 / seconds;
      depth.gain.value = 0.2;
      ebb.connect(depth).connect(swell.gain);
      ebb.start();
      source.connect(filter).connect(swell).connect(gain);
    }
    gain.connect(context.destination);
    source.start();
    this.gain = gain;
    this.set(this.volume);
  }
}

export const ambience = new Ambience();
