import type { Pace } from '../../house/pace';

/** Until the ball rests. */
export const SPIN: Pace = { way: 5000, look: 0, lastLook: 0 };
