// When it was: the time today, with the day where it was another.
export function moment(at: number, language: string, now = Date.now()): string {
  const day = new Date(at).toDateString() === new Date(now).toDateString();
  return new Date(at).toLocaleString(language, day ? { timeStyle: 'medium' } : { dateStyle: 'short', timeStyle: 'short' });
}
