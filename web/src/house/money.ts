// Cents, as people write and read them in the visitor's language.
import { speech, together } from '../i18n/words.svelte';
import { amountOf, signsOf } from './amount';

export function money(cents: number): string {
  return written(cents, signsOf(speech.language).group, cents % 100 !== 0);
}

/** As it stands in a field to be changed: without marks between the thousands. */
export function plain(cents: number): string {
  return written(cents, '', cents % 100 !== 0);
}

function written(cents: number, group: string, withCents: boolean, plus = ''): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, group);
  const rest = signsOf(speech.language).decimal + String(Math.abs(cents) % 100).padStart(2, '0');
  return signed(cents < 0 ? '−' : cents > 0 ? plus : '', whole + (withCents ? rest : ''));
}

const signed = (sign: string, digits: string) => (sign ? together(sign + digits) : digits);

/** Any number, with so many digits after its mark. */
export function figure(value: number, digits: number, plus = ''): string {
  const text = value.toFixed(digits).replace('.', signsOf(speech.language).decimal);
  return signed(text.startsWith('-') ? '−' : plus, text.replace('-', ''));
}

/** With its cents, also where there are none: what is counted out has to be read without doubt. */
export function exact(cents: number): string {
  return written(cents, signsOf(speech.language).group, true);
}

/** With its sign: won or lost. */
export function net(cents: number): string {
  return written(cents, signsOf(speech.language).group, cents % 100 !== 0, '+');
}

export function exactNet(cents: number): string {
  return written(cents, signsOf(speech.language).group, true, '+');
}

/** As the language has it, or plain digits with the other mark before the cents; what could mean two
    amounts is none. */
export function cents(text: string): number | null {
  const own = amountOf(text, speech.language);
  const other = own === null && /^(\d{1,12})[.,](\d{1,2})$/.exec(text.trim());
  return other ? Number(other[1]) * 100 + Number(other[2]!.padEnd(2, '0')) : own;
}

export function minutes(ms: number): string {
  const total = Math.floor(ms / 60_000);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}
