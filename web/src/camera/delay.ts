// How far a picture is behind what happens, in seconds, as far as a browser can know it. It is told to
// whoever looks, and to nobody else: the house measures time by its own clock.

/** From 1900, where NTP begins, to 1970. */
const NTP_MS = 2_208_988_800_000;
/** A clock that is further off than this is wrong, and says nothing of the picture. */
const LONGEST = 120;

export interface Measures {
  /** Seconds that all frames so far have waited to be shown, and how many they were. */
  waited: number;
  frames: number;
  roundTrip: number;
  /** When what is shown now was taken, by the sender's clock, in milliseconds since 1970. */
  takenMs: number | null;
}

type Stat = Record<string, unknown> & { type: string };

export function measuresOf(report: { forEach: (visit: (stat: Stat) => void) => void }): Measures {
  const measures: Measures = { waited: 0, frames: 0, roundTrip: 0, takenMs: null };
  report.forEach((stat) => {
    if (stat.type === 'inbound-rtp' && stat.kind === 'video') {
      measures.waited = number(stat.jitterBufferDelay) ?? 0;
      measures.frames = number(stat.jitterBufferEmittedCount) ?? 0;
      const shown = number(stat.estimatedPlayoutTimestamp);
      if (shown) measures.takenMs = shown > NTP_MS ? shown - NTP_MS : shown;
    } else if (stat.type === 'candidate-pair' && stat.nominated) {
      measures.roundTrip = number(stat.currentRoundTripTime) ?? 0;
    }
  });
  return measures;
}

/** The way here and the wait since the last look; more, where the sender says when the picture was taken
 *  and its clock can be believed. */
export function webrtcDelay(now: Measures, before: Measures | null, nowMs: number): number | null {
  const frames = now.frames - (before?.frames ?? 0);
  if (frames <= 0) return null;
  const least = now.roundTrip / 2 + (now.waited - (before?.waited ?? 0)) / frames;
  const taken = now.takenMs === null ? 0 : (nowMs - now.takenMs) / 1000;
  return taken > least && taken < LONGEST ? taken : least;
}

/** By the date that the playlist gives the picture; else by how far it is from the playlist's end. */
export function hlsDelay(takenMs: number | null, latency: number, nowMs: number): number | null {
  const taken = takenMs === null ? 0 : (nowMs - takenMs) / 1000;
  if (taken > 0 && taken < LONGEST) return taken;
  return latency > 0 ? latency : null;
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
