// What the pit reads and writes over HTTP.
import type { AlertView, FloorTable, VoidReason } from '../../wire/socket';

export interface Adjustment {
  proposal: 'adjustment';
  player: string;
  amount: number;
  table: string;
  round: number;
  reason: string;
}

export interface VoidAfterOutcome {
  proposal: 'void-after-outcome';
  table: string;
  round: number;
  reason: VoidReason;
}

/** One player's part in what is proposed. */
export interface Share {
  player: string;
  staked: number;
  /** In the round as it was settled; of a void, what goes back. */
  returned: number;
  adjusted: number;
  result: number;
}

export interface Signing {
  number: number;
  what: Adjustment | VoidAfterOutcome;
  by: string;
  at_ms: number;
  countersigned: string | null;
  shares: Share[];
  players: number;
  returned: number;
}

export interface FloorView {
  tables: FloorTable[];
  alerts: AlertView[];
  proposals: Signing[];
  unfinished: Signing[];
}

/** As far as it is read here of a round that is over. */
export interface PlayedRound {
  lines: { player: string; stake: number; returned: number }[];
  adjustments: { player: string; amount: number }[];
}

export type SettingValue = boolean | number | string;

/** One rule the house may set. */
export interface RuleSetting {
  name: string;
  kind: 'yes-no' | 'number' | 'word' | 'amount' | 'pay';
  meaning: string;
  clause: string;
  choices: (number | string)[];
  lowest: number | null;
  highest: number | null;
  value: SettingValue;
  /** From the next round on. */
  ordered: SettingValue;
  /** As the game's document has it. */
  standard: SettingValue;
}

export interface RuleSettings {
  game: string;
  settings: RuleSetting[];
}

export interface BetCost {
  bet: string;
  before: { house_edge: number } | null;
  after: { house_edge: number } | null;
}

/** What other settings would change. */
export interface Cost {
  bets: BetCost[];
  decisions: number;
}
