// How wheel, layout and racetrack share the felt, by the room there is.

export type Room =
  /** Wheel and racetrack above the lying layout. */
  | 'lying'
  /** The upright layout beside the racetrack, the wheel above. */
  | 'upright'
  /** The wheel above, and below it one of layout and racetrack at a time. */
  | 'one'
  /** The same on a low screen, the wheel at the side. */
  | 'one-beside';

/** In pixels. */
export function roomOf(width: number, height: number): Room {
  if (width >= 840 && height >= 500) return 'lying';
  if (width >= 620 && height >= 860) return 'upright';
  return width > height * 1.5 ? 'one-beside' : 'one';
}

/** What a finger hits. */
const FINGER = 24;

/** Whether edges and corners of a board this large can be hit; else they are bet on magnified. */
export function edgesWithinReach(
  along: number,
  across: number,
  edge: { along: number; across: number },
  outside: number,
): boolean {
  return (
    (along / 14) * edge.along >= FINGER && (across / (3 + 2 * outside)) * edge.across >= FINGER
  );
}
