// What the offices read over HTTP. Amounts are cents, times UTC milliseconds.
import type { Role } from '../../wire/http';
import type { Line } from '../../wire/socket';

export type Window = 'day' | 'week' | 'month';

export interface DepositLimit {
  window: Window;
  amount: number;
  left: number;
  ends: number;
}

export interface CageAccount {
  name: string;
  role: Role;
  balance: number;
  deposited: Record<Window, number>;
  limits: DepositLimit[];
  blocked: boolean;
}

export interface CashMovement {
  at_ms: number;
  what: string;
  amount: number;
  cause: string;
}

export interface ChatLine {
  id: string;
  table: string;
  player: string;
  text: string;
  at_ms: number;
}

export interface ChatReport {
  number: number;
  line: ChatLine;
  before: ChatLine[];
  by: string;
  reason: string;
  at_ms: number;
  closed_by: string | null;
  note: string;
}

export interface Figures {
  rounds: number;
  voids: number;
  handle: number;
  win: number;
  covered: number;
  expected: number | null;
}

export interface Held {
  figures: Figures;
  hold_bp: number | null;
}

export interface OfficeFigures {
  since_ms: number;
  until_ms: number;
  total: Held;
  tables: Record<string, Held>;
  games: Record<string, Held>;
  dealers: Record<string, Held>;
  days: Record<string, Held>;
}

export interface RoundInput {
  input: string;
  [more: string]: unknown;
}

export interface Adjustment {
  player: string;
  amount: number;
  reason: string;
  by: string;
  countersigned: string;
}

export interface RoundRow {
  round: number;
  ended_ms: number;
  dealer: string | null;
  bettors: number;
  handle: number;
  win: number;
  void: boolean;
  result: string;
}

export interface RoundList {
  rounds: RoundRow[];
  next: number | null;
}

export interface WholeRound {
  table: string;
  round: number;
  config: { game: string; title: string; dealer: string; limits: { min: number; max: number }; settings: Record<string, unknown> };
  begun_ms: number;
  ended_ms: number;
  dealer: string | null;
  void: boolean;
  seats: Record<string, string>;
  bets: { player: string; bet: string; amount: number; box: number | null; accepted: string | null }[];
  inputs: RoundInput[];
  lines: Line[];
  adjustments: Adjustment[];
  file: unknown;
}

export interface JournalEntry {
  seq: number;
  at_ms: number;
  by: string | null;
  hash: string;
  body: unknown;
}

export interface JournalPage {
  entries: JournalEntry[];
  next: number | null;
  /** The last entry that may be read. */
  last: number;
}

export interface StaffMember {
  name: string;
  role: Role;
  must: 'password' | 'totp' | null;
  blocked: string | null;
  opened_ms: number;
}

export interface AccountView {
  name: string;
  role: Role;
  blocked: string | null;
  opened_ms: number;
}

export interface AccountsPage {
  accounts: AccountView[];
  next: string | null;
}
