// What of the floor needs somebody first.
import type { FloorTable } from '../../wire/socket';

export const LONG_MS = 60_000;

/** Chips lie there, or cards, and nothing has moved for a while. */
export function slow(one: FloorTable, more = 0): boolean {
  return one.bettors > 0 && one.phase !== 'closed' && one.waits_ms + more > LONG_MS;
}

/** Tables that have stopped, then those with alerts, then those that wait long; the rest stay in place. */
export function byNeed(tables: FloorTable[]): FloorTable[] {
  const need = (one: FloorTable) => (one.stopped ? 0 : one.alerts ? 1 : slow(one) ? 2 : 3);
  return [...tables].sort((a, b) => need(a) - need(b));
}

/** "0:07", "12:30". */
export function waited(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "decks = 8", "h17 = true", a line each → settings; a line that is none is told back. */
export function settingsOf(text: string): { settings: Record<string, boolean | number | string>; wrong: string } {
  const settings: Record<string, boolean | number | string> = {};
  for (const line of text.split('\n').map((one) => one.trim()).filter(Boolean)) {
    const [, name, value] = /^([\w-]+)\s*=\s*"?([^"]*?)"?$/.exec(line) ?? [];
    if (!name || !value) return { settings, wrong: line };
    settings[name] = /^(true|false)$/.test(value) ? value === 'true' : /^-?\d+$/.test(value) ? Number(value) : value;
  }
  return { settings, wrong: '' };
}

export function settingsText(settings: Record<string, unknown>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join('\n');
}
