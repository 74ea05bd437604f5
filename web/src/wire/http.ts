// What the HTTP side answers, as far as these pages read it. Amounts are cents, times UTC
// milliseconds. `docs/openapi.json` is the whole of it.
import type { LastResult, Line, Phrase } from './socket';

export interface Session {
  name: string;
  role: Role;
  must: 'password' | 'totp' | null;
  token: string;
}

export interface Me {
  name: string;
  role: Role;
  must: 'password' | 'totp' | null;
  since_ms: number;
  stepped_up: boolean;
  /** Staff: from when on they may sign and move money; null: now. */
  signs_from_ms: number | null;
}

export type Role =
  | 'guest'
  | 'player'
  | 'dealer'
  | 'pit'
  | 'shift'
  | 'cashier'
  | 'moderator'
  | 'inspector'
  | 'administrator';

export interface LobbyTable {
  table: string;
  number: number;
  game: string;
  title: string;
  family: 'blackjack' | 'baccarat' | 'roulette';
  dealt_by: 'virtual' | 'human';
  phase: 'closed' | 'idle' | 'betting' | 'playing';
  /** It has failed, and nobody can play there until the pit has opened it again. */
  round: number;
  limits: { min: number; max: number; side_min: number | null; side_max: number | null };
  chip_unit: number;
  seats: number;
  seats_free: number;
  waiting: number;
  players: number;
  /** Why nothing can happen there now. */
  standstill: 'stopped' | 'called' | 'held' | 'dealer' | 'players' | null;
  last: LastResult[];
}

export interface Enrolment {
  uri: string;
}

export interface RecoveryCodes {
  codes: string[];
}

// A player's own ---------------------------------------------------------------------------------

export interface RoundSummary {
  table: string;
  game: string;
  round: number;
  at_ms: number;
  staked: number;
  returned: number;
  void: boolean;
}

export interface RoundsPage {
  rounds: RoundSummary[];
  next: string | null;
}

export interface DealtCard {
  card: string;
  to: 'box' | 'dealer' | 'player' | 'banker' | 'discard';
  box: number | null;
  hand: number | null;
  own: boolean;
}

export interface BoxDecision {
  by: string;
  action: string;
  box: number | null;
  bet: string | null;
  amount: number | null;
}

/** With what its clause says. */
export interface OwnLine extends Omit<Line, 'player'> {
  says: string;
}

export interface OwnRound {
  table: string;
  game: string;
  round: number;
  begun_ms: number;
  void: boolean;
  pocket: number | null;
  cards: DealtCard[];
  bets: { bet: string; amount: number; box: number | null }[];
  /** Placed by staff at the player's request. */
  by_staff: { by: string; consent: number; instruction: string; bets: { bet: string; amount: number; box: number | null }[] }[];
  decisions: BoxDecision[];
  rulings: string[];
  lines: OwnLine[];
  adjustments: { amount: number; reason: string }[];
}

export interface StatementRow {
  at_ms: number;
  what: string;
  balance: number;
  received: number;
  paid: number;
  table: string;
  round: number | null;
}

export type LimitKind = 'deposit' | 'loss' | 'stake' | 'time';
export type LimitWindow = 'round' | 'day' | 'week' | 'month';

export interface LimitView {
  kind: LimitKind;
  window: LimitWindow;
  /** Cents, or minutes at play; null: no limit. */
  amount: number | null;
  used: number;
  ends: number;
  change: { amount: number | null; at: number } | null;
}

export interface ChipsView {
  source: 'play' | 'cage';
  amount: number;
  /** Who has less has run out. */
  least: number;
  /** When the house gives again; 0: now. */
  next_ms: number;
  /** Where the cage is. */
  cage: string;
}

export interface PurseView {
  balance: number;
  deposits: { paid_in: number; paid_out: number; net: number };
}

/** Words that the chat does not show. */
export interface WordList {
  listed: string[];
  added: string[];
  allowed: string[];
}

export interface ProtectionView {
  limits: LimitView[];
  reality_check: number;
  break_until: number;
  excluded_until: number;
}

export interface OwnDispute {
  number: number;
  table: string;
  round: number;
  text: string;
  at_ms: number;
  answered: boolean;
  answer: string;
  upheld: boolean;
  closed_ms: number;
}

/** As staff see it. */
export interface Dispute extends OwnDispute {
  player: string;
  closed_by: string | null;
}

// The rules of a table ---------------------------------------------------------------------------

export interface Statement {
  text: string;
  clauses: string[];
  set_by_house: string[];
  words: Phrase | null;
}

export interface Pay {
  bet: string;
  name: string;
  wins: string;
  pays: string;
  odds: { win: number; stake: number };
  clauses: string[];
  set_by_house: string[];
  name_words: Phrase | null;
  wins_words: Phrase | null;
  pays_words: Phrase | null;
}

/** A bet of a table. */
export interface SpotTerms {
  bet: string;
  on_box: boolean;
  least: number;
  most: number;
}

export interface RulesPage {
  game: string;
  title: string;
  document: { short: string; title: string; issuer: string; version: string; effective: string; note: string };
  notices: Statement[];
  bets: Pay[];
  play: {
    heading: string;
    sentences: Statement[];
    table: { caption: string; columns: string[]; rows: string[][]; clauses: string[] } | null;
  }[];
  rulings: { clause: string; text: string }[];
  settings: { name: string; value: string; meaning: string; allowed: string; clause: string; document_value: string | null }[];
  clauses: { clause: string; text: string }[];
  /** What is printed on the layout besides its bets. */
  felt: { headline: Phrase; more: Phrase[]; paying: string[] } | null;
}

// What it is worth --------------------------------------------------------------------------------

export interface BetOdds {
  bet: string;
  house_edge: number;
  /** Where more is staked on the way: what a unit of all that is worth. */
  per_unit_wagered?: number;
  /** Where the bet is played: its worth by the very cards, not by totals alone. */
  ev_composition?: number;
  /** Of a bet behind a seat: without what the seat's doubles and splits add to it. */
  ev_not_following?: number;
}

export interface GameOdds {
  game: string;
  settings: Record<string, boolean | number | string>;
  bets: BetOdds[];
}

export interface ChartRow {
  hand: string;
  cells: string[];
}

export interface Strategy {
  ev: number;
  dealer: string[];
  hard: ChartRow[];
  soft: ChartRow[];
  pairs: ChartRow[];
}

export interface AnteDecision {
  bet: string;
  points: number;
  raise_ev: number;
  raises: boolean;
}

export interface BestPlay {
  chart: Strategy | null;
  antes: { decisions: AnteDecision[] } | null;
}

// Was it fair? -----------------------------------------------------------------------------------

export interface FairShoe {
  name: string;
  commitment: string;
  size: number;
  burned: number;
  entropy: string[];
  cut: number;
  place: number;
  used: number;
  sealed_entry: number;
  sealed_ms: number;
  opening: { salt: string; outcomes: string[] } | null;
}

export interface FairRecord {
  table: string;
  round: number;
  dealer: 'virtual' | 'human';
  betting_entry: number;
  betting_ms: number;
  note: string;
  shoe: FairShoe | null;
  file: { game: string; cards?: string[]; pocket?: number | null; settings?: Record<string, unknown> } | null;
  lines: { player: string; bet: string; stake: number; returned: number; result: string; clause: string; box: number | null; hand: number | null }[];
}
