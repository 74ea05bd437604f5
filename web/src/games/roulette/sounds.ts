// The ball, as it is heard.
import { rub, silent, tone } from '../../house/sounds';

/** On its track, slower and slower. */
export function rollBall(seconds: number): void {
  if (!silent()) rub(900, 300, seconds, 0.25, 2);
}

/** Against wood or brass. */
export function knock(strength: number): void {
  if (silent()) return;
  tone(1500 + 500 * strength, 0, 0.06, 0.1 * strength, 'triangle');
  rub(4000, 2500, 0.05, 0.3 * strength, 3);
}
