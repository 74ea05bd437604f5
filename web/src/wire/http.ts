// What the HTTP side answers, as far as these pages read it. Amounts are cents, times UTC
// milliseconds. `docs/openapi.json` is the whole of it.
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
  game: string;
  title: string;
  family: 'blackjack' | 'baccarat' | 'roulette';
  dealt_by: 'virtual' | 'human';
  phase: 'closed' | 'idle' | 'betting' | 'playing';
  round: number;
  limits: { min: number; max: number; side_min: number | null; side_max: number | null };
  chip_unit: number;
  seats: number;
  seats_free: number;
  players: number;
  last: { round: number; text: string; void: boolean; shoe: number }[];
}
