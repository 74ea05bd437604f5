// What a journal entry is about, in a word or two; its whole body is shown beside it.
import { exactNet } from '../../house/money';

export interface Told {
  fact: string;
  /** Whom it is about, and how much; empty where it names nobody. */
  about: string;
}

/** Facts that move money between a player and the cage. */
const OF_MONEY = [
  'cash-moved',
  'adjusted',
  'cash-requested',
  'request-approved',
  'request-refused',
  'request-withdrawn',
];

export function factsOf(body: unknown): Told[] {
  if (typeof body !== 'object' || body === null) return [];
  const { fact, facts, ...more } = body as Record<string, unknown>;
  if (typeof fact === 'string') return [{ fact, about: aboutOf(fact, more) }];
  return Array.isArray(facts) ? facts.flatMap(factsOf) : [];
}

/** The name may lie deeper: a proposal's player, a reported line's writer. */
function aboutOf(fact: string, body: Record<string, unknown>): string {
  const whose = named(body) ?? Object.values(body).map(named).find(Boolean) ?? '';
  const much =
    OF_MONEY.includes(fact) && typeof body.amount === 'number' ? exactNet(body.amount) : '';
  return [whose, much].filter(Boolean).join(' ');
}

function named(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, player } = value as Record<string, unknown>;
  return [name, player].find((text): text is string => typeof text === 'string');
}

export interface Search {
  kind: string;
  person: string;
  /** A UTC day. */
  day: string;
}

/** The newest first, from before an entry back; only what is searched for. */
export function searched(
  { kind, person, day }: Search,
  before: number | undefined,
  limit: number,
): string {
  const parameters = new URLSearchParams({
    before: String(before ?? Number.MAX_SAFE_INTEGER),
    limit: String(limit),
  });
  if (kind) parameters.set('kind', kind);
  if (person) parameters.set('person', person);
  if (day) {
    parameters.set('since', day);
    parameters.set(
      'until',
      new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10),
    );
  }
  return parameters.toString();
}
