// What a journal entry is about, in a word or two; its whole body is shown beside it.
export function factsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { fact, facts } = body as { fact?: unknown; facts?: unknown };
  if (typeof fact === 'string') return [fact];
  return Array.isArray(facts) ? facts.flatMap(factsOf) : [];
}
