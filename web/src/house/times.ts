// Moments, as people read them, in their own time zone.
export function when(ms: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

/** 2026-03-01, in UTC: how the house counts days. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
