// Moments, as everybody reads them: the house has one clock, and it is UTC. A player, a cashier and an
// inspector who speak of the same moment read the same figures; the zone stands beside them.
import { together } from '../i18n/words.svelte';

const written = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** "2026-11-15 08:26:33 UTC". */
export const when = (ms: number): string => together(`${written(ms)} UTC`);

/** The same for a column that names the zone in its head. */
export const utc = (ms: number): string => together(written(ms));

/** The time alone, where the day is told already. */
export const utcTime = (ms: number): string => written(ms).slice(11);

/** 2026-03-01: how the house counts days. */
export const utcDay = (ms: number): string => written(ms).slice(0, 10);
