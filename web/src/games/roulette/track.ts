// The racetrack: the wheel's order bent around an oblong with round ends, zero at its left end, or
// at the top where it stands upright.
import { ORDER } from './wheel';

export interface Track {
  long: number;
  wide: number;
  ring: number;
  upright: boolean;
}

export const LYING_TRACK: Track = { long: 900, wide: 230, ring: 50, upright: false };
export const UPRIGHT_TRACK: Track = { long: 700, wide: 328, ring: 52, upright: true };

type Point = readonly [number, number];

const CORNERS = 6;

export interface Field {
  pocket: number;
  /** Its outline, as the points of a polygon. */
  outline: string;
  middle: Point;
}

export function fields(track: Track): Field[] {
  const share = 1 / ORDER.length;
  return ORDER.map((pocket, index) => {
    const steps = Array.from(
      { length: CORNERS + 1 },
      (_, i) => (index - 0.5 + i / CORNERS) * share,
    );
    const outer = steps.map((step) => pointAt(track, step, 0));
    const inner = steps.map((step) => pointAt(track, step, track.ring)).reverse();
    return {
      pocket,
      outline: [...outer, ...inner]
        .map((point) => point.map((coordinate) => coordinate.toFixed(1)).join(','))
        .join(' '),
      middle: pointAt(track, index * share, track.ring / 2),
    };
  });
}

/** A point so far around (0 to 1, from the left end over the top), so deep from the outer rim. */
export function pointAt(track: Track, around: number, depth: number): Point {
  const [x, y] = lying(track, around - Math.floor(around), depth);
  return track.upright ? [y, x] : [x, y];
}

function lying({ long, wide, ring }: Track, around: number, depth: number): Point {
  const half = wide / 2;
  const straight = long - wide;
  const bend = Math.PI * (half - ring / 2);
  const radius = half - depth;
  let left = around * (2 * straight + 2 * bend);
  if (left < bend / 2) return turned(half, half, radius, Math.PI + (left / bend) * Math.PI);
  left -= bend / 2;
  if (left < straight) return [half + left, half - radius];
  left -= straight;
  if (left < bend)
    return turned(half + straight, half, radius, -Math.PI / 2 + (left / bend) * Math.PI);
  left -= bend;
  if (left < straight) return [half + straight - left, half + radius];
  left -= straight;
  return turned(half, half, radius, Math.PI / 2 + (left / bend) * Math.PI);
}

function turned(x: number, y: number, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}
