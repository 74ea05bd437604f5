// What of the floor needs somebody first.
import type { AlertView, FloorTable } from '../../wire/socket';

export const LONG_MS = 60_000;

/** Chips lie there, or cards, and nothing has moved for a while. */
export function slow(table: FloorTable, more = 0): boolean {
  return table.bettors > 0 && table.phase !== 'closed' && table.waits_ms + more > LONG_MS;
}

/** 0 wants somebody at once, 1 is an error at a table, 2 waits for an answer, 3 is only to be seen. */
export type Urgency = 0 | 1 | 2 | 3;
const URGENCY: Record<string, Urgency> = {
  'pit-called': 0,
  'store-trouble': 0,
  'books-damaged': 0,
  'table-stopped': 0,
  'impossible-card': 1,
  'scan-taken-back': 1,
  misdeal: 1,
  void: 1,
  'not-closed': 1,
  interruption: 1,
  staff: 2,
  dispute: 2,
  'chat-report': 2,
  unusual: 2,
  shoe: 3,
};

export function urgency(alert: { kind: string }): Urgency {
  return URGENCY[alert.kind] ?? 2;
}

/** The most urgent first, and of these the newest. */
export function byUrgency(alerts: AlertView[]): AlertView[] {
  return [...alerts].sort(
    (a, b) => urgency(a) - urgency(b) || b.at_ms - a.at_ms || b.number - a.number,
  );
}

/** Alerts of a table that somebody has to do something about, the most urgent first. */
export function wanting(alerts: AlertView[], table: string): AlertView[] {
  return byUrgency(alerts.filter((alert) => alert.table === table && urgency(alert) < 3));
}

/** Tables that have stopped, then by their alerts, then those that wait long; the rest stay in place. */
export function byNeed(tables: FloorTable[], alerts: AlertView[]): FloorTable[] {
  const need = (table: FloorTable) => {
    const [worst] = wanting(alerts, table.table);
    return table.stopped ? 0 : worst ? 1 + urgency(worst) : slow(table) ? 4 : 5;
  };
  return [...tables].sort((a, b) => need(a) - need(b));
}

/** "0:07", "12:30". */
export function waited(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
