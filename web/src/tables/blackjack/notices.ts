// What is printed on the felt: the first short ones of the table's own notices, word for word, and
// in figures what the long ones pay.
import { get } from '../../house/api';
import type { RulesPage, Statement } from '../../wire/http';

const LONGEST = 50;
const MOST = 4;

export type Notice = Pick<Statement, 'text' | 'words'>;

export interface Printed {
  headline: string;
  more: string[];
  /** Bets whose notice is too long to be printed. */
  paying: string[];
}

/** A notice up to its first semicolon; what is after it is for the rules page. */
const begun = (text: string) => (text.split(/[;；]/)[0] ?? '').replace(/[.。]$/, '');

/** Which are short, and which goes first, is seen in English: so they are the same in every language. */
export function printed(notices: Notice[], say: (one: Notice) => string): Printed {
  const short = notices.filter((one) => begun(one.text).length <= LONGEST);
  const headline = short.find((one) => one.text.startsWith('Blackjack')) ?? short[0];
  const paying = notices.filter((one) => !short.includes(one)).flatMap((one) => betPaid(one.text) ?? []);
  const more = short.filter((one) => one !== headline).slice(0, Math.max(0, MOST - paying.length));
  return { headline: headline ? begun(say(headline)) : '', more: more.map((one) => begun(say(one))), paying };
}

/** "Boom Busted pays when …" speaks of boom-busted. */
function betPaid(text: string): string | null {
  const name = /^([A-Z]\w*(?: [A-Z]\w*)*) pays /.exec(text)?.[1];
  return name ? name.toLowerCase().replaceAll(' ', '-') : null;
}

export async function rulesOf(table: string): Promise<Pick<RulesPage, 'notices' | 'bets'>> {
  return get<RulesPage>(`/api/tables/${encodeURIComponent(table)}/rules`);
}
