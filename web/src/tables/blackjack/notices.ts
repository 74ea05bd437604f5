// What is printed on the felt: the first short ones of the table's own notices, word for word.
import { get } from '../../house/api';
import type { RulesPage, Statement } from '../../wire/http';

const LONGEST = 50;
const MOST = 4;

export type Notice = Pick<Statement, 'text' | 'words'>;

export interface Printed {
  headline: string;
  more: string[];
}

/** A notice up to its first semicolon; what is after it is for the rules page. */
const begun = (text: string) => (text.split(/[;；]/)[0] ?? '').replace(/[.。]$/, '');

/** Which are short, and which goes first, is seen in English: so they are the same in every language. */
export function printed(notices: Notice[], say: (one: Notice) => string): Printed {
  const short = notices.filter((one) => begun(one.text).length <= LONGEST);
  const headline = short.find((one) => one.text.startsWith('Blackjack')) ?? short[0];
  const more = short.filter((one) => one !== headline).slice(0, MOST);
  return { headline: headline ? begun(say(headline)) : '', more: more.map((one) => begun(say(one))) };
}

export async function noticesOf(table: string): Promise<Notice[]> {
  return (await get<RulesPage>(`/api/tables/${encodeURIComponent(table)}/rules`)).notices;
}
