// A limit in the words of its kind: money in cents, or minutes at play.
import type { Kind as LimitKind, LimitView } from '../wire/http';
import { cents, money, plain } from './money';

/** What the house says for an exclusion without end: the largest number it has. */
export const FOREVER = Number.MAX_SAFE_INTEGER;

export function amountText(kind: LimitKind, amount: number): string {
  if (kind !== 'time') return money(amount);
  return `${Math.floor(amount / 60)}:${String(amount % 60).padStart(2, '0')} h`;
}

/** What somebody typed: an amount, null for "no limit", undefined for what is neither. */
export function typedAmount(kind: LimitKind, text: string): number | null | undefined {
  if (!text.trim()) return null;
  if (kind !== 'time') return cents(text) ?? undefined;
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}

/** As it is typed: "20.50", or minutes. */
export function toType(kind: LimitKind, amount: number | null): string {
  if (amount === null) return '';
  return kind === 'time' ? String(amount) : plain(amount);
}

/** The part that is used, 0 to 1; what was won back is no part of it. */
export function share(limit: LimitView): number {
  if (limit.amount === null) return 0;
  if (limit.amount === 0) return 1;
  return Math.min(1, Math.max(0, limit.used) / limit.amount);
}
