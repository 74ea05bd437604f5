// When it was, on the house's one clock: the time today, with the day where it was another.
import { utcDay, utcTime, when } from '../../house/times';
import { together } from '../../i18n/words.svelte';

export function moment(at: number, _language = '', now = Date.now()): string {
  return utcDay(at) === utcDay(now) ? together(`${utcTime(at)} UTC`) : when(at);
}
