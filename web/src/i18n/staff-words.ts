// The English words of the pages of the staff, and of what is told of a round there. Most visitors never
// open those: they are fetched with the first page that is fetched at all.
import type { Files } from './words.svelte';

export const STAFF_WORDS = import.meta.glob('./en/{admin,approvals,band,days,dealer,desk,forecast,incidents,log,office,pit,watchdog}.json', { eager: true }) as Files;
