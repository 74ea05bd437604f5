// What is printed on the felt: the first short ones of the table's own notices, word for word.
import { get } from '../../house/api';

const LONGEST = 50;
const MOST = 4;

export interface Printed {
  headline: string;
  more: string[];
}

/** A notice up to its first semicolon; what is after it is for the rules page. */
export function printed(notices: { text: string }[]): Printed {
  const short = notices
    .map((one) => (one.text.split(';')[0] ?? '').replace(/\.$/, ''))
    .filter((text) => text.length <= LONGEST);
  const headline = short.find((text) => text.startsWith('Blackjack')) ?? short[0] ?? '';
  return { headline, more: short.filter((text) => text !== headline).slice(0, MOST) };
}

export async function noticesOf(table: string): Promise<Printed> {
  const page = await get<{ notices: { text: string }[] }>(`/api/tables/${encodeURIComponent(table)}/rules`);
  return printed(page.notices);
}
