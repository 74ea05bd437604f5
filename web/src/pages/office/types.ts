// What the offices read over HTTP. Amounts are cents, times UTC milliseconds.
import type { DealtCard, Role } from '../../wire/http';
import type { Line, RoundOutcome } from '../../wire/socket';

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
  /** The cashier; nobody of an adjustment. */
  by: string | null;
}

export interface ChatStanding {
  player: string;
  muted_until: number | null;
  blocked: boolean;
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
  /** Paid to players by adjustments; it is not in the win. */
  adjusted: number;
}

export interface Held {
  figures: Figures;
  hold_bp: number | null;
  win_after: number;
}

/** Over the cage's counter. */
export interface Takings {
  deposits: number;
  paid_in: number;
  withdrawals: number;
  paid_out: number;
}

export interface CashierDay {
  since_ms: number;
  cash: Takings;
  net: number;
}

export interface OfficeFigures {
  since_ms: number;
  until_ms: number;
  total: Held;
  tables: Record<string, Held>;
  games: Record<string, Held>;
  dealers: Record<string, Held>;
  days: Record<string, Held>;
  cash: Takings;
  cash_days: Record<string, Takings>;
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
  guests: number;
  guests_handle: number;
  guests_win: number;
  void: boolean;
  /** None where it is void. */
  result: RoundOutcome | null;
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
  /** Placed by staff, and under which consent. */
  placed_for: { player: string; by: string; consent: number; instruction: string; changes: { bet: string; amount: number; box: number | null }[] }[];
  inputs: RoundInput[];
  lines: Line[];
  adjustments: Adjustment[];
  /** Who played with play chips. */
  guests: string[];
  /** For every input: where the card went. */
  dealt: (DealtCard | null)[];
  older: number | null;
  newer: number | null;
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
  /** The facts there may be. */
  kinds: string[];
}

export interface StaffMember {
  name: string;
  role: Role;
  must: 'password' | 'totp' | null;
  blocked: string | null;
  opened_ms: number;
  /** Who alone has made or changed it; null once a second administrator has agreed. */
  changed_by: string | null;
  /** From when on it may sign and move money; null: now. */
  signs_from_ms: number | null;
}

/** Somebody who was turned away, and how often in the same way. */
export interface TurnedAway {
  kind: 'login' | 'role' | 'ruling';
  account: string;
  address: string;
  what: string;
  code: string;
  first_ms: number;
  last_ms: number;
  times: number;
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
