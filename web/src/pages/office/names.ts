// The house lists accounts after a name. So that a list begins with a prefix, it is asked for what
// comes after the last name that would still stand before it.
const ORDER = '-0123456789_abcdefghijklmnopqrstuvwxyz';
const LONGEST = 64;

export function isPrefix(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(text);
}

/** The name to ask after, or null: from the beginning. */
export function justBefore(prefix: string): string | null {
  const head = prefix.slice(0, -1);
  const place = ORDER.indexOf(prefix.slice(-1));
  const earlier = ORDER[place - 1];
  if (earlier === undefined) return head || null;
  if (!head && !/[a-z0-9]/.test(earlier)) return earlier === '_' ? '9'.padEnd(LONGEST, 'z') : null;
  return (head + earlier).padEnd(LONGEST, 'z');
}
