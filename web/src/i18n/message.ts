// A sentence with places in it, filled in. One that counts something was parsed when the client was
// built (scripts/messages.ts), and its plural is chosen by the rules of its language.
import { IntlMessageFormat } from 'intl-messageformat';
import { isolated } from './direction';

type Parsed = ConstructorParameters<typeof IntlMessageFormat>[0] & object[];
export type Message = string | Parsed;
export type Value = string | number;
/** What stands in a place; undefined: nobody has said, and it stays as it is written. */
type Fill = (name: string, kind: string, capital: boolean) => Value | undefined;

const PLACE = /\{(\^?)(\w+)(?::(\w+))?\}/g;
const made = new WeakMap<Parsed, IntlMessageFormat>();

export function filled(message: Message, locale: string, fill: Fill): string {
  if (typeof message === 'string') {
    return message.replace(PLACE, (whole, capital: string, name: string, kind = '') => {
      const value = fill(name, kind, capital !== '');
      return typeof value === 'string' ? isolated(value, locale) : String(value ?? whole);
    });
  }
  let format = made.get(message);
  if (!format) made.set(message, (format = new IntlMessageFormat(message, locale)));
  const values: Record<string, Value> = {};
  for (const place of placesOf(message)) {
    const [name = '', ...how] = place.split('__');
    const kind = how.find((part) => part !== 'capital') ?? '';
    const value = fill(name, kind, how.includes('capital')) ?? `{${name}}`;
    values[place] = typeof value === 'string' ? isolated(value, locale) : value;
  }
  return format.format(values) as string;
}

interface Element {
  type: number;
  value?: string;
  options?: Record<string, { value: Element[] }>;
}
const LITERAL = 0;
const POUND = 7;

/** The arguments of a parsed message, also those within its plurals. */
export function placesOf(parsed: Parsed): Set<string> {
  const places = new Set<string>();
  const look = (elements: Element[]) => {
    for (const { type, value, options } of elements) {
      if (type !== LITERAL && type !== POUND && value) places.add(value);
      for (const option of Object.values(options ?? {})) look(option.value);
    }
  };
  look(parsed as unknown as Element[]);
  return places;
}
